#!/usr/bin/env bash
# Run the tests, those on the real weights and the real LLM server among them.
#
#   ./run_tests.sh                 all of them
#   ./run_tests.sh -m "not real"   quick: no weights, no server
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./setup.sh
ensure_python steps llm dev
"$PY" -m pytest "$@"
