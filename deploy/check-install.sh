#!/usr/bin/env bash
# Run the Dockerfile's steps in a clean virtual environment and try the result: for machines without Docker, and before a
# release. Needs Python 3.11 or newer; writes only to a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
folder=$(mktemp -d)
started=
cleanup() {
    if [ -n "$started" ]; then kill "$started" 2>/dev/null || true; fi
    chmod -R u+w "$folder"
    rm -rf "$folder"
}
trap cleanup EXIT

echo "== copy what the Dockerfile copies"
mkdir "$folder/source" "$folder/data"
cp -R pyproject.toml requirements-play.lock requirements-image.lock README.md LICENSE NOTICE adapters bot games storage "$folder/source"
cd "$folder/source"

echo "== install what the Dockerfile installs"
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
"$python" -m venv "$folder/build"
pip=("$folder/build/bin/python" -m pip --quiet)
"${pip[@]}" install --require-hashes -r requirements-play.lock
"${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$folder/wheel" .
"$python" -m venv --without-pip "$folder/scrum-table"
"${pip[@]}" --python "$folder/scrum-table/bin/python" install --require-hashes -r requirements-image.lock
"${pip[@]}" --python "$folder/scrum-table/bin/python" install --no-deps --no-index "$folder"/wheel/*.whl
"$folder/scrum-table/bin/python" -m compileall -q "$folder/scrum-table/lib"

echo "== run without the source, writing only to the data folder"
cd "$folder/data"
rm -rf "$folder/source"
chmod -R a-w "$folder/scrum-table"
alone=(env -i PATH="$folder/scrum-table/bin:/usr/bin:/bin" HOME="$folder/data" XDG_DATA_HOME="$folder/data"
    PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HTTP_HOST=127.0.0.1 HTTP_PORT=0)
"${alone[@]}" scrum-table --version
"${alone[@]}" scrum-table doctor || true # no platform is configured here
for game in sprint scrumkin rugby; do
    "${alone[@]}" scrum-table simulate "$game" --games 1 --seats 2 --seed 1 --json
done

echo "== it starts, answers, and stops when told to"
"${alone[@]}" scrum-table run >"$folder/data/out" 2>"$folder/data/err" &
started=$!
until grep -q 'The table is open' "$folder/data/out"; do
    kill -0 "$started" || { cat "$folder/data/err"; exit 1; }
    sleep 0.2
done
address=$(sed -n 's/^The table is open: //p' "$folder/data/out")
for path in healthz readyz metrics "" games static/table/table.js static/fonts/roboto-regular-latin.woff2; do
    "${alone[@]}" python -c "import sys, urllib.request as web; print(sys.argv[1], web.urlopen(sys.argv[1], timeout=10).status)" "$address$path"
done
kill "$started"
wait "$started"
started=
"${alone[@]}" scrum-table backup "$folder/data/backup.sqlite3"
"${alone[@]}" scrum-table check
echo "== all is well"
