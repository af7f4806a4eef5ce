"""Write tiny BERT folders with random weights, for tests of models that plug in by folder.

offers   pieces(words), config(pieces, **more), save(model, folder, pieces) -> folder
"""


def pieces(words):
    """Return the vocabulary of a tokenizer that knows these words."""
    return ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *dict.fromkeys(words)]


def config(known, **more):
    from transformers import BertConfig

    return BertConfig(
        vocab_size=len(known),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        initializer_range=0.5,  # so that two texts differ
        **more,
    )


def save(model, folder, known):
    """Write a model with the tokenizer of its vocabulary."""
    from transformers import BertTokenizerFast

    model.save_pretrained(folder)
    vocabulary = {piece: at for at, piece in enumerate(known)}
    BertTokenizerFast(vocab=vocabulary, model_max_length=64).save_pretrained(folder)
    return folder
