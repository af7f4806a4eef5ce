"""Turn the weights of a BERT encoder into one ONNX graph, made once and kept in the cache.

reads    a model folder    config.json, model.safetensors
writes   CACHE/bert-*      the same weights as a graph and a file of its tensors, which is mapped:
                           .onnx, .weights, and .sha256 of both
         CACHE/hashed-*    the SHA-256 of a large file, and what tells that nobody touched it since
offers   cached_graph(folder, weights) -> bytes or path of a graph; read_json(path), sha256(path)

The graph is built node by node from ONNX Runtime's fused operators, so that set-up needs no torch
and no export.
"""

import contextlib
import hashlib
import json
import os
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError, cache, together, write_text
from whole import stamp

SETTLED = 2_000_000_000  # nanoseconds; some disks keep times to two seconds
GRAPH_VERSION = 2  # part of the cached file's name: raise it when graph() changes
PAGE = 4096  # bytes; a tensor that is mapped begins at a page
EPSILON = 1e-12  # BERT's layer norm
FUSED = "com.microsoft"  # ONNX Runtime's own operators


def hashed(path):
    """Return the SHA-256 of a file as hex digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256(path):
    """Return hashed(path), from the cache where nobody touched the file since: 0.1 s for 90 MB.

    Whatever writes to a file or replaces it changes the stamp; within a clock's tick it might not,
    so what is younger than SETTLED is hashed each time.
    """
    name = hashlib.sha256(os.fsencode(Path(path).absolute())).hexdigest()[:16]
    note, now = cache() / f"hashed-{name}", stamp(path)
    with contextlib.suppress(OSError, ValueError):  # ValueError: not what is written below
        was, known = note.read_text(encoding="utf-8").rstrip().rsplit(" ", 1)
        if now and was == str(now) and len(known) == 64:
            return known
    found = hashed(path)
    if now and stamp(path) == now and time.time_ns() - max(now[1:3]) > SETTLED:
        with contextlib.suppress(StepError):
            write_text(note, f"{now} {found}\n")
    return found


def read_json(path):
    """Return a JSON file of the model folder, or {} where the folder has none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def tensors(path):
    """Return the float32 tensors of a safetensors file by name (8 bytes length, JSON, raw data)."""
    data = Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    head = json.loads(data[8:start])
    return {
        name.removeprefix("bert."): np.frombuffer(
            data, np.float32, int(np.prod(one["shape"])), start + one["data_offsets"][0]
        ).reshape(one["shape"])
        for name, one in head.items()
        if name != "__metadata__" and one["dtype"] == "F32"
    }


def layer(weights, name, heads):
    """Return the weights and nodes (operator, inputs, attributes) of one transformer layer.

    Node i gives the value `name + str(i)`; the layer reads `name + "in"`. Dense weights are stored
    (out, in) and enter transposed; query, key and value are one matrix for the fused Attention.
    """
    qkv = [f"{name}attention.self.{part}" for part in ("query", "key", "value")]
    attended, wide, narrow = (
        f"{name}{part}" for part in ("attention.output", "intermediate", "output")
    )
    own = {
        f"{name}qkv.weight": np.concatenate([weights[f"{part}.weight"].T for part in qkv], axis=1),
        f"{name}qkv.bias": np.concatenate([weights[f"{part}.bias"] for part in qkv]),
    }
    for part in (attended, wide, narrow):
        own[f"{part}.dense.weight"] = weights[f"{part}.dense.weight"].T
        own[f"{part}.dense.bias"] = weights[f"{part}.dense.bias"]
    for part in (attended, narrow):
        for kind in ("weight", "bias"):
            own[f"{part}.LayerNorm.{kind}"] = weights[f"{part}.LayerNorm.{kind}"]

    def norm(part, new, old):  # LayerNorm(new + bias + old)
        scale = [f"{part}.LayerNorm.weight", f"{part}.LayerNorm.bias", f"{part}.dense.bias"]
        return ("SkipLayerNormalization", [new, old, *scale], {"epsilon": EPSILON})

    extra = {"num_heads": heads}
    nodes = [
        ("Attention", [f"{name}in", f"{name}qkv.weight", f"{name}qkv.bias", "mask"], extra),
        ("MatMul", [f"{name}0", f"{attended}.dense.weight"], {}),
        norm(attended, f"{name}1", f"{name}in"),
        ("MatMul", [f"{name}2", f"{wide}.dense.weight"], {}),
        ("BiasGelu", [f"{name}3", f"{wide}.dense.bias"], {}),
        ("MatMul", [f"{name}4", f"{narrow}.dense.weight"], {}),
        norm(narrow, f"{name}5", f"{name}2"),
    ]
    return own, nodes


def graph(folder):
    """The encoder as an ONNX model: ids, mask, types (batch, length) -> (batch, length, dim)"""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    config, weights = read_json(folder / "config.json"), tensors(folder / "model.safetensors")
    tables = [f"embeddings.{kind}_embeddings.weight" for kind in ("word", "position", "token_type")]
    first = [*tables, "embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"]
    values = {name: weights[name] for name in first}
    nodes = [("EmbedLayerNormalization", ["ids", "types", *first, "mask"], {"epsilon": EPSILON})]
    outputs = [["encoder.layer.0.in", "mask_index"]]
    depth = config["num_hidden_layers"]
    for number in range(depth):
        name = f"encoder.layer.{number}."
        own, more = layer(weights, name, config["num_attention_heads"])
        values |= own
        nodes += more
        after = f"encoder.layer.{number + 1}.in" if number + 1 < depth else "hidden"
        outputs += [[f"{name}{i}"] for i in range(len(more) - 1)] + [[after]]
    made = helper.make_graph(
        [
            helper.make_node(kind, ins, outs, domain="" if kind == "MatMul" else FUSED, **extra)
            for (kind, ins, extra), outs in zip(nodes, outputs)
        ],
        "bert",
        [
            helper.make_tensor_value_info(name, TensorProto.INT32, ["batch", "length"])
            for name in ("ids", "mask", "types")
        ],
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["batch", "length", None])],
        [
            numpy_helper.from_array(np.ascontiguousarray(value), name)
            for name, value in values.items()
        ],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=8)
    onnx.checker.check_model(model)
    return model


def moved_out(model, name):
    """Take the large tensors out of a model -> bytes of the file `name`, to lie beside it."""
    from onnx.external_data_helper import set_external_data

    data = bytearray()
    for tensor in model.graph.initializer:
        if (size := len(tensor.raw_data)) >= PAGE:
            data += bytes(-len(data) % PAGE)
            set_external_data(tensor, name, offset=len(data), length=size)
            data += tensor.raw_data
            tensor.ClearField("raw_data")
    return data


def noted(note, paths):
    """Return whether files are what the note beside them says; one that cannot be read is not."""
    try:
        return note.read_bytes().split() == [sha256(path).encode() for path in paths]
    except OSError:
        return False


def cached_graph(folder, weights):
    """Return ONNX bytes or the cached file's path; made on first use, remade when damaged."""
    name = f"bert-{weights[:16]}-{GRAPH_VERSION}"
    paths = [cache() / f"{name}.{ending}" for ending in ("onnx", "weights")]
    note = cache() / f"{name}.sha256"
    if noted(note, paths):
        return str(paths[0])
    model = graph(folder)
    whole = model.SerializeToString()
    large = moved_out(model, paths[1].name)
    made = [model.SerializeToString(), large]
    try:
        with together("VOICE_CACHE") as files:
            for path, data in zip(paths, made):
                files.write(path, data)
            hashes = " ".join(hashlib.sha256(data).hexdigest() for data in made)
            files.write(note, f"{hashes}\n".encode())
    except StepError as error:
        print(f"note: {error}; the model is converted again at every start", file=sys.stderr)
        return whole
    return str(paths[0])
