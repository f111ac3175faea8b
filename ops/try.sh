#!/usr/bin/env bash
# Installs and runs the portal as Dockerfile, compose.yaml and ops/portal.service say, on this machine and without
# containers: as a user who is not root, from a folder that nobody can write. Needs npm, openssl, curl, and
# Debian's postgresql and redis-server; Node comes with the packages. Leaves nothing behind. Ends with the first step that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(id -u)" = 0 ] && user=nobody || user=$(id -un)
base=$(mktemp -d)
app=$base/app data=$base/data database=$base/database settings=$base/portal.env
export PATH="$app/node_modules/.bin:$PATH"
started=()
leave() {
  status=$? && set +e
  # The portal before its database, which then ends at once.
  for ((n = ${#started[@]} - 1; n >= 0; n--)); do kill -INT "${started[n]}" 2> /dev/null; wait "${started[n]}"; done
  [ "$status" = 0 ] || tail -n 20 "$base"/*.log
  chmod -R u+w "$base" && rm -rf "$base"
}
trap leave EXIT

# Waits for a command to succeed, for half a minute at most.
await() { for _ in $(seq 300); do "$@" > /dev/null 2>&1 && return; sleep 0.1; done; return 1; }
step() { printf '%-64s %s\n' "$1" "${2:-ok}"; }
fail() { step "$1" failed >&2; exit 1; }
# Without root nothing has to be given up.
as_user=(env)
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid="$user" --regid="$(id -gn "$user")" --clear-groups)
free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
# The words of a JSON array, such as that of CMD, one a line.
words() { node -e 'for (const word of JSON.parse(process.argv[1])) console.log(word)' "$1"; }

# --- The image: what .dockerignore lets in, and the RUN lines of the first stage
chmod 755 "$base" && mkdir "$app" "$data" "$database"
sed -n 's/^!//p' .dockerignore | xargs -I{} cp -R {} "$app/"
sed -n '/^FROM .* AS application/,/^FROM/s/^RUN //p' Dockerfile > "$base/build.sh"
(cd "$app" && bash -euo pipefail "$base/build.sh") > "$base/build.log" 2>&1
for path in .env .git test node_modules/vitest; do [ ! -e "$app/$path" ] || fail "the image is without $path"; done
step 'packages are installed, pages are built, and code is compiled'
chmod -R a-w,a+rX "$app" && touch "$base/built"
! "${as_user[@]}" touch "$app/file" 2> /dev/null || fail 'the application folder is read-only'
step "the application folder is read-only for $user"
[ "$(id -u)" != 0 ] || chown "$user" "$data" "$database"

# --- PostgreSQL with two roles, and Redis
database_port=$(free_port) cache_port=$(free_port) port=$(free_port)
postgres=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort -V | tail -n 1)
"${as_user[@]}" "$postgres/initdb" --pgdata="$database" --username=postgres --auth-local=trust --auth-host=scram-sha-256 > "$base/initdb.log" 2>&1
"${as_user[@]}" "$postgres/postgres" -D "$database" -p "$database_port" -k "$database" -h 127.0.0.1 > "$base/database.log" 2>&1 &
started+=($!)
"${as_user[@]}" redis-server --port "$cache_port" --bind 127.0.0.1 --save '' --dir "$data" > "$base/cache.log" 2>&1 &
started+=($!)
await "$postgres/pg_isready" -U postgres -h "$database" -p "$database_port" || fail 'the database listens'

ops/secrets.sh > "$settings"
set -a
# shellcheck source=/dev/null
. "$settings"
set +a
"$postgres/psql" -q -h "$database" -p "$database_port" -U postgres \
  -v owner_password="$DATABASE_OWNER_PASSWORD" -v serving_password="$DATABASE_SERVING_PASSWORD" -f ops/database/roles.sql > "$base/roles.log" 2>&1
step 'the database has two roles'

environment=(
  PATH="$app/node_modules/.bin:/usr/bin:/bin" HOME=/tmp NODE_ENV=production HOST=127.0.0.1 PORT="$port" DATA_DIR="$data" PUBLIC_URL="http://localhost:$port"
  DATABASE_URL="postgres://portal_serving:$DATABASE_SERVING_PASSWORD@127.0.0.1:$database_port/portal"
  DATABASE_MIGRATION_URL="postgres://portal_owner:$DATABASE_OWNER_PASSWORD@127.0.0.1:$database_port/portal"
  REDIS_URL="redis://127.0.0.1:$cache_port" INSIGHTS_SECRET="$INSIGHTS_SECRET" PSEUDONYM_KEY="$PSEUDONYM_KEY"
  ENCRYPTION_KEY="$ENCRYPTION_KEY" SIGNING_KEY="$SIGNING_KEY" METRICS_TOKEN="$METRICS_TOKEN"
)
# Takes the place of a subshell, so that its process is the one to signal.
in_app() { cd "$app" && exec "${as_user[@]}" env -i "${environment[@]}" "$@"; }

# --- The migration of compose.yaml
mapfile -t migrate < <(words "$(sed -n '/^  migration:/,/^$/s/^ *command: //p' compose.yaml)")
(in_app "${migrate[@]}") > "$base/migration.log" 2>&1
step 'the database is migrated before the first start'

# --- The portal, started by two commands in turn
serve() {
  name=$1 && shift
  (in_app "$@") > "$base/$name.log" 2>&1 &
  portal=$! && started+=("$portal")
  await curl -fs "http://127.0.0.1:$port/healthz" || fail "$name: listens"
  mapfile -t check < <(words "$(sed -n 's/^ *CMD \(.*fetch.*\)/\1/p' Dockerfile)")
  (in_app "${check[@]}") || fail "$name: the health check of the image"
  curl -fs "http://127.0.0.1:$port/readyz" > /dev/null || fail "$name: ready"
  [ "$(ps -o user= -p "$portal")" = "$user" ] || fail "$name: runs as $user"
  step "$name: healthy and ready, as $user"
}
end() {
  kill "$portal" && wait "$portal" && status=0 || status=$?
  [ "$status" = 0 ] || fail "$1: drains"
  step "$1: drains and ends with 0"
}

mapfile -t command < <(words "$(sed -n 's/^CMD //p' Dockerfile)")
serve image "${command[@]}"
script=$(curl -fs -H 'accept: text/html' "http://localhost:$port/sign-in" | sed -n 's/.*<script[^>]* src="\([^"]*\)".*/\1/p' | head -1)
[ -n "$script" ] && curl -fs -o /dev/null "http://localhost:$port$script" || fail 'the pages'
step 'serves the pages'
json='content-type: application/json'
curl -fs -o /dev/null -H "$json" -c "$base/cookies" "http://localhost:$port/api/auth/register" \
  -d '{"email":"ada@example.com","password":"correct horse battery","orgName":"Lovelace Dental"}' || fail 'register'
curl -fs -o /dev/null -b "$base/cookies" "http://localhost:$port/api/dashboard/kpis" || fail 'read'
curl -fs -b "$base/cookies" -H "$json" "http://localhost:$port/api/insights/query" -d '{"type":"scoring"}' | grep -q answer || fail 'ask'
await grep -rq ada@example.com "$data/mail" || fail 'mail'
step 'registers, reads, asks and writes its mail'
end image

mapfile -t command < <(sed -n 's/^ExecStart=//p' ops/portal.service | sed "s#/opt/portal#$app#" | tr ' ' '\n')
serve service "${command[@]}"
curl -fs -o /dev/null -H "$json" "http://localhost:$port/api/auth/login" \
  -d '{"email":"ada@example.com","password":"correct horse battery"}' || fail 'sign in after a restart'
end service

[ -z "$(find "$app" -newer "$base/built" -type f | head -1)" ] || fail 'nothing is written into the application folder'
step 'nothing was written into the application folder'
