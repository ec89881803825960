#!/bin/sh
# Runs a program as the process of a container: in a root that is read-only, with one volume, as a user without rights.
# Inside `unshare --mount --pid --fork`; usage: run-in-root.sh ROOT VOLUME UID:GID FOLDER PROGRAM…
set -e
root="$1"
volume="$2"
user="$3"
folder="$4"
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
# As an engine does: the names of this machine, among which is localhost, and who resolves others.
for file in hosts resolv.conf; do
  [ -e "$root/etc/$file" ] || : >"$root/etc/$file"
  mount --bind "/etc/$file" "$root/etc/$file"
done
mount -o remount,bind,ro "$root"
cd "$root"
exec setpriv --no-new-privs chroot --userspec="$user" --groups="${user#*:}" "$root" \
  /usr/bin/env --chdir="$folder" "$@"
