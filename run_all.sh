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
if ! mkdir -p "$VOICE_RAG_DIR" || ! : >>"$VOICE_RAG_DIR/.lock"; then
    echo "run_all.sh: $VOICE_RAG_DIR cannot be written; set VOICE_RAG_DIR" >&2
    exit 1
fi
exec 9>>"$VOICE_RAG_DIR/.lock" # held by this shell until it ends, however it ends
if ! "$PY" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null; then
    echo "run_all.sh: another build is at work in $VOICE_RAG_DIR; wait for it, or set VOICE_RAG_DIR" >&2
    exit 1
fi
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
