#!/usr/bin/env bash
# Build the image and use it as docs/deployment.md describes, with podman or docker, before a release. Leaves only the
# image scrum-table behind.
#   deploy/check-image.sh
#   ENGINE=docker BUILD_OPTIONS='--network host' deploy/check-image.sh
set -euo pipefail
cd "$(dirname "$0")/.."

engine=${ENGINE:-podman}
name=scrum-table-check-$$
read -r -a options <<<"${BUILD_OPTIONS:-}"
if "$engine" --version | grep -q podman; then options+=(--format docker); fi # podman's own format has no health check
cleanup() {
    "$engine" rm --force "$name" >/dev/null 2>&1 || true
    "$engine" volume rm "$name" >/dev/null 2>&1 || true
}
trap cleanup EXIT

inside() { "$engine" exec "$name" "$@"; }
state() { "$engine" inspect --format "{{.State.$1}}" "$name"; }
ask() { inside python -c "import sys, urllib.request as web; print(sys.argv[1], web.urlopen('http://127.0.0.1:8080/' + sys.argv[1], timeout=10).status)" "$1"; }
open() { # wait until the table has been opened this many times
    until [ "$("$engine" logs "$name" 2>&1 | grep -c 'The table is open')" -ge "$1" ]; do
        [ "$(state Running)" = true ] || { "$engine" logs "$name"; exit 1; }
        sleep 0.2
    done
}

echo "== build"
"$engine" build "${options[@]}" --file deploy/Dockerfile --tag scrum-table .

echo "== start with only its volume and /tmp writable, and without privileges"
"$engine" run --detach --name "$name" --volume "$name:/data" --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges scrum-table
open 1
inside sh -c '[ "$(id -u)" = 10001 ] && grep -q "^CapEff:.*0000000000000000$" /proc/1/status && ! touch /opt/x 2>/dev/null'

echo "== pages and its own health check answer"
for path in healthz readyz metrics "" games static/table/table.js static/fonts/roboto-regular-latin.woff2; do ask "$path"; done
inside python -c "$("$engine" inspect --format '{{index .Config.Healthcheck.Test 3}}' "$name")"
inside scrum-table simulate sprint --games 1 --seats 2 --seed 1 --json --export /data/games
inside scrum-table backup /data/backup.sqlite3

echo "== its fonts cover every script that the doctor knows, and draw a picture"
inside scrum-table doctor | grep 'Pictures show .* Chinese, .* Arabic, .* and emoji\.$' # a missing script would be named after that
inside sh -c 'scrum-table draw /data/games/* --names "王小明,محمد 🚀" --png /data/board.png && ls -s /data/board.png'

echo "== it stops when told to, and loses nothing when killed during play"
"$engine" stop -t 20 "$name" >/dev/null
[ "$(state ExitCode)" = 0 ]
"$engine" start "$name" >/dev/null
open 2
inside scrum-table load --tables 2 --seconds 60 >/dev/null 2>&1 &
until inside scrum-table check | grep -q '^[2-9] tables'; do # slow on a busy machine
    [ "$(state Running)" = true ] || { "$engine" logs "$name"; exit 1; }
    sleep 0.2
done
"$engine" kill --signal KILL "$name" >/dev/null
while [ "$(state Running)" = true ]; do sleep 0.2; done
"$engine" start "$name" >/dev/null
open 3
ask readyz
inside scrum-table check | grep '^[2-9] tables'
echo "== all is well"
