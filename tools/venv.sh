#!/usr/bin/env bash
# Makes the virtual environment, installing Debian's python3-venv first where it is missing and we may.
set -eu
python=$1 venv=$2
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Bivouac needs Python 3.11 or newer; $python is $("$python" --version 2>&1). Use: make PYTHON=/path/to/python3.11 …" >&2
    exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null
    else
        echo "Python's venv is missing. On Debian and Ubuntu: sudo apt install python3-venv" >&2
        exit 1
    fi
fi
"$python" -m venv "$venv"
