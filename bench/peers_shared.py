"""What all contenders share.

offers   K, CANDIDATES          hits returned; passages taken from each ranking
         minilm()               the folder of the weights that every contender loads
         cross_encoder(where)   a random reranker of the usual size
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import bert_onnx

K, CANDIDATES = 3, 8


def minilm():
    """Return the folder of the weights that every contender loads."""
    return str(bert_onnx.minilm_folder())


def cross_encoder(where):
    """Write a CrossEncoder with random weights in the shape of ms-marco-MiniLM-L6; return it.

    Its order means nothing. Its cost is that of a trained one: the sums are the same.
    """
    import torch
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer

    torch.manual_seed(0)
    config = AutoConfig.from_pretrained(minilm(), num_labels=1)
    AutoModelForSequenceClassification.from_config(config).save_pretrained(where)
    AutoTokenizer.from_pretrained(minilm()).save_pretrained(where)
    return str(where)
