"""Take the pictures of the page that the README shows, in a Chromium without a window.

reads    the workspace of the call profile (VOICE_RAG_DIR)
writes   docs/page-*.png

    apt install chromium fonts-noto-cjk && pip install -r requirements-browser.txt
    python docs/screenshots.py

A scripted model stands in for the real one: it writes a true sentence, then a false one.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import scripted_llm

from rag_io import StepError, run

ROOT = Path(__file__).resolve().parent.parent
CALL = ("UM WHAT TIME DO YOU OPEN ON SATURDAY", "HOW MUCH IS UM A DAY PASS FOR AN ADULT")
REFUSED = "HELLO DO YOU OFFER YOGA CLASSES IN THE EVENING"
PICTURES = (  # file, width, scheme, locale, transcripts, view
    ("page-turn.png", 1280, "light", "en", CALL, "turn"),
    ("page-refused.png", 360, "dark", "zh-CN", (REFUSED,), "turn"),
    ("page-review.png", 1280, "dark", "en", CALL, "review"),
)
WAIT = 30_000  # milliseconds
LEARN = 5  # seconds in which the server encodes what may be quoted; turns before that take longer


@contextmanager
def serving(llm, folder):
    """Run serve.py on the current workspace, its turns in a folder of their own."""
    settings = {"LLM_URL": llm, "VOICE_TURNS": f"{folder}/turns.sqlite", "VOICE_ANSWER_CACHE": "0"}
    command = [sys.executable, str(ROOT / "serve.py"), "--port", "0"]
    with subprocess.Popen(
        command, env=os.environ | settings, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            if not found:
                raise StepError("serve.py did not start; see the line above")
            time.sleep(LEARN)
            yield found[0]
        finally:
            process.kill()


def picture(browser, url, file, width, scheme, locale, transcripts, view):
    """Ask on the page as a person would, then take its picture."""
    page = browser.new_page(
        viewport={"width": width, "height": 600}, color_scheme=scheme, locale=locale
    )
    page.set_default_timeout(WAIT)
    page.goto(url)
    for transcript in transcripts:
        page.fill("#query", transcript)
        page.keyboard.press("Enter")
        page.wait_for_selector(".said .figures")
    page.click(f"nav a[href='#{view}']")
    if view == "review":
        page.click("#queue summary >> nth=0")
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=ROOT / "docs" / file, full_page=True, animations="disabled")
    page.close()


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise StepError("no chromium found; on Debian: apt install chromium")
    from playwright.sync_api import sync_playwright

    llm = scripted_llm.Server(mode="wrong").start()
    with TemporaryDirectory() as folder, serving(llm.url, folder) as url:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for row in PICTURES:
                picture(browser, url, *row)
            browser.close()
    print(f"{len(PICTURES)} pictures -> {ROOT / 'docs'}")


if __name__ == "__main__":
    run(main)
