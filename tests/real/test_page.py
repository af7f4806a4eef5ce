"""The page in a real browser, as a person uses it: Chromium without a window, a real server."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
import running

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import scripted_llm  # noqa: E402

pytestmark = pytest.mark.real
pytest.importorskip("fastapi", reason="the server's extra is not installed")
playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if not CHROMIUM:
    pytest.skip("no Chromium here; on Debian: apt install chromium", allow_module_level=True)

OPEN = "UM WHAT TIME DO YOU OPEN ON SATURDAY"
ATTACK = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
KEY = "a-key-of-the-house"
LEAST = 4.5  # contrast of text with its background that WCAG AA wants
SHIFT = 0.02  # of the window; 0.1 is called good
CONTRAST = """() => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour, under) => {
    paint.fillStyle = `rgb(${under})`; paint.fillRect(0, 0, 1, 1);
    paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const paper = (one) => getComputedStyle(one).backgroundColor;
  const behind = (one) => one ? rgb(paper(one), behind(one.parentElement))
    : [255, 255, 255];
  const light = (colour) => colour.map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !one.offsetParent || one.closest(":disabled, script, .hidden")) continue;
    const back = behind(one);
    const two = [light(rgb(getComputedStyle(one).color, back)), light(back)].sort((a, b) => b - a);
    found.push([(two[0] + 0.05) / (two[1] + 0.05), one.textContent.slice(0, 40)]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}"""
SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.shifted += one.hadRecentInput ? 0 : one.value;
}).observe({ type: "layout-shift", buffered: true });"""
SIGN = f"# Sign <i>of</i> the cafe\n\nThe sign of the cafe says `{ATTACK}` in red letters.\n"
STAGES = ("heard", "rewritten", "hits", "written", "said")
WAIT = 20_000  # milliseconds


@pytest.fixture(scope="module")
def llm():
    return scripted_llm.Server(pause=0.005).start()


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    kb = tmp_path_factory.mktemp("kb")
    for path in (ROOT / "fixtures" / "voice" / "kb").glob("*.md"):
        (kb / path.name).write_bytes(path.read_bytes())
    (kb / "sign.md").write_text(SIGN, encoding="utf-8")
    return running.build(tmp_path_factory.mktemp("workspace"), kb)


@pytest.fixture(scope="module")
def url(workspace, llm):
    with running.serving(workspace, llm.url) as one:
        yield one


@pytest.fixture(scope="module")
def chromium():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, url):
    """visit(width=..., scheme=..., locale=...) -> a page whose every complaint fails the test."""
    opened, complaints = [], []

    def open_page(width=1280, scheme="light", locale="en-GB", where=url, script="", **more):
        size = {"width": width, "height": 800}
        page = chromium.new_page(viewport=size, color_scheme=scheme, locale=locale, **more)
        page.add_init_script(script)
        opened.append(page)
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda one: complaints.append(one.text) if bad(one) else None)
        page.goto(where)
        return page

    yield open_page
    for page in opened:
        page.close()
    assert not complaints


def bad(message):
    """Tell whether a console message is a fault of the page; a refused key is none."""
    return message.type in ("error", "warning") and not any(
        one in message.text for one in ("401", "ERR_FAILED", "ERR_INCOMPLETE", "ERR_CONNECTION")
    )


def ask(page, transcript=OPEN):
    page.fill("#query", transcript)
    page.keyboard.press("Enter")
    page.wait_for_selector(".said .figures")


def test_a_typed_transcript_goes_through_every_stage_in_order(visit, llm):
    llm.mode = "good"
    page = visit()
    ask(page)
    found = page.eval_on_selector_all(".stage", "all => all.map(one => one.classList[2])")
    assert tuple(found) == STAGES
    assert page.inner_text(".heard p") == OPEN
    assert page.inner_text(".rewritten del >> nth=0") == "um"
    assert page.locator(".hits .bar").count() >= 3
    assert "over the gate" in page.inner_text(".hits")
    assert page.inner_text(".written .sentence >> nth=0").startswith("✓")
    page.click(".said details summary")
    assert "Saturday" in page.inner_text(".said details .text")


def test_stages_appear_while_the_model_still_writes(visit, llm):
    llm.mode = "slow"
    page = visit()
    page.fill("#query", OPEN)
    page.keyboard.press("Enter")
    page.wait_for_selector(".hits .side .badge")
    assert page.is_enabled("#stop") and not page.locator(".figures").count()
    page.wait_for_selector(".said .figures")
    assert page.is_disabled("#stop")


def test_a_struck_out_sentence_is_shown_with_its_reason_and_is_not_spoken(visit, llm):
    llm.mode = "wrong"
    page = visit()
    ask(page)
    assert page.inner_text(".written s") == scripted_llm.FALSE
    assert "struck out: a figure that the passage lacks" in page.inner_text(".written")
    assert scripted_llm.FALSE not in page.inner_text(".said")
    page.click("nav a[href='#review']")
    page.click("#queue summary >> nth=0")
    assert page.inner_text("#queue s >> nth=0") == scripted_llm.FALSE
    assert "to review" in page.inner_text("#counts")


def test_a_refusal_says_that_no_model_was_asked(visit, llm):
    page = visit()
    ask(page, "WHO WON GOLD YESTERDAY")
    assert "below the gate" in page.inner_text(".hits")
    assert "The model was not asked." in page.inner_text(".hits")
    assert not page.locator(".written").count()
    assert "refused" in page.inner_text(".said h2")


def test_markup_of_a_caller_or_a_document_is_shown_and_never_run(visit, llm):
    llm.mode = "wrong"
    page = visit()
    ask(page, f"WHAT DOES THE SIGN OF THE CAFE SAY {ATTACK}")
    assert ATTACK in page.inner_text(".heard")
    page.eval_on_selector_all("details", "all => all.forEach(one => (one.open = true))")
    assert ATTACK in page.inner_text(".hits")
    page.click("nav a[href='#review']")
    page.click("#queue summary >> nth=0")
    assert "<img" in page.inner_text("#queue")
    assert not page.locator("img, i:not(.bar i), main script").count()
    assert page.title() == "voice-rag"


def test_the_page_is_used_with_the_keyboard_alone(visit, llm):
    llm.mode = "good"
    page = visit()
    page.keyboard.type(OPEN)  # the focus is where one types
    page.keyboard.press("Enter")
    page.wait_for_selector(".said .figures")
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        at = page.evaluate("[document.activeElement.id, document.activeElement.tagName].join(' ')")
        seen.add(at.strip())
        if "SUMMARY" in at and page.evaluate("!!document.activeElement.closest('.said')"):
            break
    assert {"BUTTON", "new BUTTON", "SUMMARY"} <= seen
    page.keyboard.press("Enter")
    assert page.locator(".said details[open]").count() == 1
    shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert shown == "solid"  # the focus can be seen


def test_a_follow_up_is_understood_within_a_call_and_not_in_a_new_one(visit, llm):
    llm.mode = "good"
    page = visit()
    ask(page)
    ask(page, "AND WHAT ABOUT SUNDAY")
    assert "what time do you open on" in page.inner_text(".rewritten")
    page.click("#new")
    ask(page, "AND WHAT ABOUT SUNDAY")
    assert "what time do you open on" not in page.inner_text(".rewritten")


def test_hanging_up_stops_the_turn(visit, llm):
    llm.mode = "slow"
    page = visit()
    page.fill("#query", OPEN)
    page.keyboard.press("Enter")
    page.wait_for_selector(".writing")
    page.click("#stop")
    page.wait_for_selector("#stop[disabled]")
    assert page.inner_text("#status") == "Hung up." and page.is_hidden("#error")
    assert "the model was stopped" in page.inner_text(".stage.ended")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_sticks_out_of_a_window_of_any_width(visit, llm, width, scheme):
    llm.mode = "wrong"
    page = visit(width=width, scheme=scheme)
    ask(page, f"{OPEN} {'X' * 200}")
    page.eval_on_selector_all("details", "all => all.forEach(one => (one.open = true))")
    for view in ("turn", "review"):
        page.click(f"nav a[href='#{view}']")
        page.wait_for_selector(f"#{view}-view", state="visible")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    red, green, blue = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)"
    )
    assert (red + green + blue < 150) is (scheme == "dark")


def test_the_page_speaks_the_browsers_language_and_can_be_switched(visit, llm):
    llm.mode = "wrong"
    page = visit(locale="zh-CN")
    ask(page)
    assert page.get_attribute("html", "lang") == "zh-CN"
    assert "划掉: 段落中没有这个数" in page.inner_text(".written")
    page.click("#language")
    assert page.get_attribute("html", "lang") == "en"
    assert "a figure that the passage lacks" in page.inner_text(".written")  # the turn stays


@pytest.mark.parametrize(
    ("transcript", "english", "chinese"),
    [
        (OPEN, "enough evidence", "证据足够"),
        ("WHO WON GOLD YESTERDAY", "less support than any question", "依据少于任何有答案的问题"),
    ],
)
def test_the_gates_verdict_is_shown_with_its_figures_in_either_language(
    visit, llm, transcript, english, chinese
):
    llm.mode = "good"
    page = visit()
    ask(page, transcript)
    assert re.search(rf"Evidence -?\d+\.\d\d, threshold -?\d+\.\d\d: {english}", gate(page))
    assert page.locator(".gate .bar.tau").count() == 1
    page.click("#language")
    assert chinese in gate(page) and not re.search("[a-z]", gate(page).lower())


def gate(page):
    return page.inner_text(".gate")


def test_a_gate_that_is_broken_says_what_to_mend(visit, llm):
    def without_gate(route):
        reason = "no gate: gate.json is missing; run: python threshold.py --profile call"
        about = {"passed": False, "reason": reason, "code": "no_gate"}
        data = [("hits", {"evidence": []}), ("gate", about | {"evidence": None, "threshold": None})]
        body = "".join(f"event: {name}\ndata: {json.dumps(one)}\n\n" for name, one in data)
        route.fulfill(body=body, content_type="text/event-stream")

    page = visit(locale="zh-CN")
    page.route("**/ask", without_gate)
    page.fill("#query", OPEN)
    page.keyboard.press("Enter")
    page.wait_for_selector(".stage.ended")
    assert "没有属于此索引的门槛" in gate(page) and "run: python threshold.py" in gate(page)


def test_the_workspaces_own_questions_are_offered_and_a_follow_up_brings_its_call(visit, llm):
    llm.mode = "good"
    page = visit()
    page.wait_for_selector("#examples button >> text=WEDNESDAY")
    page.click("#examples button >> text=↳ AND WHAT ABOUT SUNDAY")
    page.wait_for_selector(".said .figures")
    assert "time do you open on sunday" in page.inner_text(".rewritten p")
    assert page.inner_text("#call summary").endswith("(2)")


def test_a_server_that_dies_in_the_middle_of_a_turn_is_named_beside_what_was_spoken(
    visit, workspace
):
    hung = scripted_llm.Server(mode="hung", pause=0.005).start()
    with running.serving(workspace, hung.url, VOICE_DEADLINE="60") as where:
        page = visit(where=where)
        page.fill("#query", OPEN)
        page.keyboard.press("Enter")
        page.wait_for_selector(".said .say")
    page.wait_for_selector(".stage.ended")  # the server was killed when the block ended
    assert "the server or the connection is gone" in page.inner_text(".stage.ended")
    assert page.is_disabled("#stop") and not page.locator(".writing").count()
    page.click("#language")
    assert "回答中断了" in page.inner_text(".stage.ended")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_on_its_background(visit, llm, scheme):
    llm.mode = "wrong"
    page = visit(scheme=scheme)
    ask(page)
    page.click("nav a[href='#review']")
    page.wait_for_selector("#queue summary")
    page.click("nav a[href='#turn']")
    page.evaluate(
        "document.querySelectorAll('section, details').forEach("
        "(one) => { one.hidden = false; one.open = true; })"
    )
    found = page.evaluate(CONTRAST)
    assert len(found) > 40 and found[0][0] >= LEAST, found[:5]


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_on_the_page_stays_where_it_is_while_a_turn_goes_on(visit, llm, width):
    llm.mode = "slow"
    page = visit(width=width, script=SHIFTS)
    page.wait_for_selector("#examples button >> text=WEDNESDAY")
    ask(page)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") <= SHIFT


def test_who_wants_less_motion_sees_none(visit, llm):
    llm.mode = "good"
    for wanted, moves in (("reduce", "none"), ("no-preference", "appear")):
        page = visit(reduced_motion=wanted)
        ask(page)
        shown = page.eval_on_selector(".stage", "one => getComputedStyle(one).animationName")
        assert shown == moves


def test_a_server_that_wants_a_key_is_given_it_on_the_page(visit, workspace, llm):
    llm.mode = "good"
    with running.serving(workspace, llm.url, VOICE_API_KEY=KEY) as where:
        page = visit(where=where)
        assert page.is_hidden("#key-box")
        page.fill("#query", OPEN)
        page.keyboard.press("Enter")
        page.wait_for_selector("#key-box", state="visible")
        page.fill("#key", KEY)
        page.keyboard.press("Enter")
        ask(page)
        assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_a_server_that_is_gone_is_named_in_words(visit, workspace, llm):
    with running.serving(workspace, llm.url) as where:
        page = visit(where=where)
        page.route("**/ask", lambda route: route.abort())
        page.fill("#query", OPEN)
        page.keyboard.press("Enter")
        page.wait_for_selector("#error", state="visible")
        assert page.inner_text("#error") == "The server cannot be reached."
