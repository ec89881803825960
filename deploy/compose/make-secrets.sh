#!/bin/sh
# Makes the secrets of compose.yaml, each in a file of its own; those that are there already stay.
# Usage: deploy/compose/make-secrets.sh SMTP_URL
set -eu
umask 077
folder="$(dirname "$0")/secrets"
mkdir -p "$folder"

keep() {
  if [ -e "$folder/$1" ]; then echo "$1 is there already."; else cat >"$folder/$1" && echo "$1 made."; fi
}
random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

if [ ! -e "$folder/smtp-url" ] && [ $# -ne 1 ]; then
  echo "Say which mail server sends mails: $0 smtp://user:password@mail.example.org:587" >&2
  exit 2
fi
if [ $# -eq 1 ]; then printf '%s' "$1" | keep smtp-url; fi
random | keep caller-secret
random | keep identity-secret
random | keep database-password
password="$(cat "$folder/database-password")"
for name in site identity; do
  printf 'postgres://postgres:%s@database:5432/%s' "$password" "$name" | keep "$name-database-url"
done
# The servers run as a user of their own, and a file is mounted with the rights that it has here.
chmod 755 "$folder"
chmod 644 "$folder"/*
