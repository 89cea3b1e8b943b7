#!/usr/bin/env bash
# tools/postgres.sh start FOLDER: a PostgreSQL of its own in FOLDER, on a free port; prints its address for BIVOUAC_DATABASE.
# tools/postgres.sh stop FOLDER: ends it.
# tools/postgres.sh run COMMAND…: runs a command with such an address in BIVOUAC_POSTGRES, and ends it after that. Needs Debian's `postgresql` (or any: PGBIN=/path/to/bin); as root it runs as user postgres.
set -eu
if [ "$1" = run ]; then
    shift
    folder=$(mktemp -d)
    chmod 755 "$folder"
    trap 'bash "$0" stop "$folder/pg"; rm -rf "$folder"' EXIT
    BIVOUAC_POSTGRES=$(bash "$0" start "$folder/pg") "$@"
    exit
fi
action=$1 folder=$2
bin=${PGBIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)}
if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
    echo "PostgreSQL is missing. On Debian and Ubuntu: sudo apt install postgresql" >&2
    exit 3
fi
run() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
if [ "$action" = stop ]; then
    run "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
    exit 0
fi
mkdir -p "$folder"
[ "$(id -u)" = 0 ] && chown postgres "$folder"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
run "$bin/initdb" -D "$folder/data" -U bivouac -A trust -E UTF8 --locale=C >/dev/null
options="-p $port -k $folder -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=64MB"
run "$bin/pg_ctl" -D "$folder/data" -o "$options" -l "$folder/log" -w start >/dev/null
run "$bin/createdb" -h 127.0.0.1 -p "$port" -U bivouac bivouac
echo "postgresql+psycopg://bivouac@/bivouac?host=$folder&port=$port"
