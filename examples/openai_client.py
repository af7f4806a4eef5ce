"""Ask a running serve.py with the openai client: all that changes is the base URL.

    pip install openai
    python examples/openai_client.py                 # a call of two questions
    python examples/openai_client.py "YOUR QUESTION"

VOICE_URL and VOICE_API_KEY name another server and its key.
"""

import os
import sys

from openai import OpenAI

URL = os.environ.get("VOICE_URL", "http://127.0.0.1:8000") + "/v1"
KEY = os.environ.get("VOICE_API_KEY", "none")  # on loopback any will do
CALL = ["UM WHAT TIME DO YOU OPEN ON SATURDAY", "AND WHAT ABOUT SUNDAY"]


def main():
    client = OpenAI(base_url=URL, api_key=KEY)
    messages = []
    for transcript in sys.argv[1:] or CALL:
        print("caller:", transcript)
        messages.append({"role": "user", "content": transcript})
        said = []
        for part in client.chat.completions.create(
            model="voice-rag", messages=messages, stream=True
        ):
            sentence = part.choices[0].delta.content
            if sentence:  # whole and verified: it can go to the speech synthesis at once
                print("  say:", sentence.strip(), flush=True)
                said.append(sentence)
        messages.append({"role": "assistant", "content": "".join(said)})

    whole = client.chat.completions.create(model="voice-rag", messages=messages[:-1])
    for sentence in whole.voice["sentences"]:  # beside the text: where each sentence stands
        for mark in sentence["citations"]:
            print("source:", mark["source"], "|", mark["heading"], "|", sentence["text"])


if __name__ == "__main__":
    main()
