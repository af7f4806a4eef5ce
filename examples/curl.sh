#!/usr/bin/env bash
# Ask a running serve.py with curl. VOICE_URL and VOICE_API_KEY name another server and its key.
set -euo pipefail

url=${VOICE_URL:-http://127.0.0.1:8000}
ask() { curl -sS -N --fail-with-body -H "authorization: Bearer ${VOICE_API_KEY:-none}" "$@"; echo; }
json=(-H "content-type: application/json")

echo "== a whole turn: what is said, its evidence, what was struck out"
ask "${json[@]}" "$url/ask" -d '{
    "query": "AND WHAT ABOUT SUNDAY", "context": "UM WHAT TIME DO YOU OPEN ON SATURDAY"}'

echo "== its stages, each as it happens"
ask "${json[@]}" -H "accept: text/event-stream" "$url/ask" -d '{
    "query": "HOW MUCH IS A DAY PASS FOR AN ADULT"}'

echo "== as OpenAI's chat completions, a verified sentence in each delta"
ask "${json[@]}" "$url/v1/chat/completions" -d '{
    "stream": true, "messages": [{"role": "user", "content": "CAN I BRING MY DOG"}]}'

echo "== what a person should look at"
ask "$url/review?limit=1"
