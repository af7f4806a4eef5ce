"""Make reference.json: vectors of all-MiniLM-L6-v2 as sentence-transformers gives them.

pip install -r requirements-torch.txt
python tests/real/make_reference.py
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the project

import bert_onnx

OUT = Path(__file__).resolve().parent / "reference.json"
TEXTS = [
    "",
    "what time do you open on sunday",
    "On Sunday and on public holidays we open at 10 in the morning and close at 7 in the evening.",
    "Caf\u00e9 \u4f60\u597d \U0001f642 \u2028 na\u00efve co\u00f6perate",
    "word " * 400,  # beyond the window of 256 tokens
    "Parking is free for 3 hours. " * 20,  # beyond the 128 of the shipped tokenizer
]


def vectors(texts):
    """Return the vectors of a list of texts, rounded to what a test compares."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(bert_onnx.minilm_folder()), device="cpu")
    return model.encode(texts, normalize_embeddings=True, show_progress_bar=False).round(6)


if __name__ == "__main__":
    rows = [{"text": t, "vector": v.astype(float).tolist()} for t, v in zip(TEXTS, vectors(TEXTS))]
    rows = [{**row, "vector": [round(value, 6) for value in row["vector"]]} for row in rows]
    with open(OUT, "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n")
