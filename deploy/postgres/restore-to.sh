#!/bin/sh
# Makes a data folder of PostgreSQL that goes on, when it is started, to how the databases were at a moment.
#   WAL_ARCHIVE=/srv/wal restore-to.sh /srv/base/2026-11-27 /srv/restored '2026-11-27 14:05:00+00'
# Runs as the user of PostgreSQL, and changes nothing of what is running.
set -eu
backup=$1 data=$2 moment=$3
archive=${WAL_ARCHIVE:?names the folder that archive_command copies to}
if [ -e "$data" ]; then
  echo "$data is there already: name a folder that is not." >&2
  exit 1
fi
cp -a "$backup" "$data"
chmod 700 "$data"
# A restored server writes its own log elsewhere, until it is content to go on as the primary.
cat >>"$data/postgresql.auto.conf" <<END
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
archive_mode = 'off'
END
touch "$data/recovery.signal"
echo "Start PostgreSQL on $data: it takes writes once it has reached $moment."
