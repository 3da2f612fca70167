#!/usr/bin/env bash
# The image, built and used as docs/deployment.md says, and a first look at what came out: with podman or docker, before
# a release. Leaves the image scrum-table behind, and nothing else.
#   deploy/check-image.sh
#   ENGINE=docker BUILD_OPTIONS='--network host' deploy/check-image.sh
set -euo pipefail
cd "$(dirname "$0")/.."

engine=${ENGINE:-podman}
name=scrum-table-check-$$
read -r -a options <<<"${BUILD_OPTIONS:-}"
if "$engine" --version | grep -q podman; then options+=(--format docker); fi # its own format has no health check
cleanup() {
    "$engine" rm --force "$name" >/dev/null 2>&1 || true
    "$engine" volume rm "$name" >/dev/null 2>&1 || true
}
trap cleanup EXIT

inside() { "$engine" exec "$name" "$@"; }
state() { "$engine" inspect --format "{{.State.$1}}" "$name"; }
ask() { inside python -c "import sys, urllib.request as web; print(sys.argv[1], web.urlopen('http://127.0.0.1:8080/' + sys.argv[1], timeout=10).status)" "$1"; }
open() { # waits until the table is open for the time that is told
    until [ "$("$engine" logs "$name" 2>&1 | grep -c 'The table is open')" -ge "$1" ]; do
        [ "$(state Running)" = true ] || { "$engine" logs "$name"; exit 1; }
        sleep 0.2
    done
}

echo "== it can be built"
"$engine" build "${options[@]}" --file deploy/Dockerfile --tag scrum-table .

echo "== it starts with nothing to write to but its volume and /tmp, and without any privilege"
"$engine" run --detach --name "$name" --volume "$name:/data" --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges scrum-table
open 1
inside sh -c '[ "$(id -u)" = 10001 ] && grep -q "^CapEff:.*0000000000000000$" /proc/1/status && ! touch /opt/x 2>/dev/null'

echo "== it says that it lives, in the words of its own health check too"
for path in healthz readyz metrics "" games static/table.js static/fonts/Roboto-Regular.ttf; do ask "$path"; done
inside python -c "$("$engine" inspect --format '{{index .Config.Healthcheck.Test 3}}' "$name")"
inside scrum-table simulate sprint --games 1 --seats 2 --seed 1 --json --export /data/games
inside scrum-table backup /data/backup.sqlite3

echo "== its fonts have every script that the doctor knows, and a picture can be drawn with them"
inside scrum-table doctor | grep 'Pictures show .* Chinese, .* Arabic, .* and emoji\.$' # a script that lacks is told behind that
inside sh -c 'scrum-table draw /data/games/* --names "王小明,محمد 🚀" --png /data/board.png && ls -s /data/board.png'

echo "== it stops when told to, and nothing is lost when it is killed while people play"
"$engine" stop -t 20 "$name" >/dev/null
[ "$(state ExitCode)" = 0 ]
"$engine" start "$name" >/dev/null
open 2
inside scrum-table load --tables 2 --seconds 60 >/dev/null 2>&1 &
until inside scrum-table check | grep -q '^[2-9] tables'; do # a busy machine takes its time
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
