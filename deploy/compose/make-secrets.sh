#!/bin/sh
# Makes the secrets of compose.yaml, each in a file that only the container's user can read. Existing ones are kept, except that
# another SMTP_URL replaces the one before. Run it as root: each file gets the owner that reads it.
# Usage: deploy/compose/make-secrets.sh [SMTP_URL]
set -eu
umask 077
folder="$(dirname "$0")/secrets"
# Users of the images: Corroborate's, and that of Debian's PostgreSQL.
server=10001
postgres=999

if [ "$(id -u)" -ne 0 ]; then
  echo "Run this as root (sudo $0 …, or podman unshare $0 …): the files get the owners that read them in the containers." >&2
  exit 1
fi
if [ $# -gt 1 ] || { [ $# -eq 0 ] && [ ! -e "$folder/smtp-url" ]; }; then
  echo "Name the mail server: $0 smtp://user:password@mail.example.org:587" >&2
  exit 2
fi
mkdir -p "$folder"
chmod 700 "$folder"

# keep NAME OWNER: writes standard input to a new secret. `cat` leaves no half-written file behind that would count as there.
keep() {
  if [ -e "$folder/$1" ]; then
    cat >/dev/null
    echo "$1 is there already."
  else
    cat >"$folder/.part" && mv "$folder/.part" "$folder/$1" && echo "$1 made."
  fi
  chown "$2:$2" "$folder/$1"
  chmod 600 "$folder/$1"
}
random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

if [ $# -eq 1 ]; then
  if [ -e "$folder/smtp-url" ] && [ "$(cat "$folder/smtp-url")" != "$1" ]; then
    rm "$folder/smtp-url"
    echo "smtp-url is replaced: docker compose up --detach --force-recreate site identity"
  fi
  printf '%s' "$1" | keep smtp-url $server
else
  keep smtp-url $server </dev/null
fi
random | keep caller-secret $server
random | keep identity-secret $server
random | keep database-password $postgres
password="$(cat "$folder/database-password")"
for name in site identity; do
  printf 'postgres://postgres:%s@database:5432/%s' "$password" "$name" | keep "$name-database-url" $server
done
