#!/usr/bin/env bash
# Rebuild everything in order, stop at the first failure, and show what is said to each question.
#
#   ./run_all.sh             with the small LLM, which is fetched once (491 MB)
#   LLM=none ./run_all.sh    without: every answer is a sentence of the documents
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./setup.sh

own_llm() { # whether our own server is to answer: nobody chose another, and this is not the lab image
    [ "${LLM:-}" != none ] && [ -z "${LLM_URL:-}" ] && ! "$PY" -c 'import voicekit' 2>/dev/null
}

PY="${PYTHON:-python3}"
needs=(steps)
if own_llm; then needs+=(llm); fi
ensure_python "${needs[@]}"

VOICE_RAG_DIR="$("$PY" -c 'import rag_io; print(rag_io.folder())')"
VOICE_FIXTURES="$("$PY" -c 'import rag_io; print(rag_io.fixtures())')"
export VOICE_RAG_DIR VOICE_FIXTURES
echo "== artifacts go to $VOICE_RAG_DIR, inputs come from $VOICE_FIXTURES =="

# A grader loads the scripts from the artifact folder, so a copy lies there, with our own inputs.
mkdir -p "$VOICE_RAG_DIR"
if ! [ "$VOICE_RAG_DIR" -ef . ]; then
    cp ./*.py ./*.sh requirements*.txt "$VOICE_RAG_DIR/"
    if [ -e page.html ]; then cp page.html "$VOICE_RAG_DIR/"; fi
    if [ "$VOICE_FIXTURES" -ef fixtures/voice ]; then
        mkdir -p "$VOICE_RAG_DIR/fixtures"
        cp -R fixtures/voice "$VOICE_RAG_DIR/fixtures/"
    fi
fi

if own_llm; then
    if started="$("$PY" llm.py up)"; then
        echo "$started" | tail -n 1
        case "$started" in *"already up"*) ;; *) trap '"$PY" llm.py down' EXIT ;; esac
    else
        echo "note: going on without a model, so every answer is a sentence of the documents"
        export LLM=none
    fi
elif [ "${LLM:-}" != none ] && [ -z "${LLM_URL:-}" ] && command -v voice-llm >/dev/null; then
    voice-llm up || echo "note: voice-llm up failed; answers fall back to sentences of the documents"
fi

for step in chunks embed evaluate threshold answer; do
    echo "== $step =="
    "$PY" "$step.py"
done
echo "== verify =="
"$PY" verify.py --show
