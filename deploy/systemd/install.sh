#!/bin/sh
# Installs users, their data folders, units, the `corroborate` command and a settings file. Run it as root in an unpacked release, and again after an
# upgrade: settings and secrets that exist are kept. DESTDIR installs below another root, without users.
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
root="${DESTDIR:-}"
if [ -z "$root" ] && [ "$(id -u)" -ne 0 ]; then
  echo "Run this as root: sudo $0" >&2
  exit 1
fi
if [ -z "$root" ] && [ "$(readlink -f /opt/corroborate)" != "$(readlink -f "$here/../..")" ]; then
  echo "The units expect this release at /opt/corroborate: ln -sfn $(readlink -f "$here/../..") /opt/corroborate" >&2
  exit 1
fi
if [ -z "$root" ] && [ ! -x /usr/bin/node ]; then
  echo "The units start /usr/bin/node, which is not there: install Node 24 or later." >&2
  exit 1
fi
for user in corroborate corroborate-site corroborate-identity; do
  if [ -z "$root" ] && ! getent passwd "$user" >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir "/var/lib/$user" --shell /usr/sbin/nologin "$user"
  fi
done
# systemd would make these at the first start, but a restore on a new machine comes before that.
for folder in corroborate corroborate-site corroborate-identity corroborate-backups; do
  install -d -m 700 "$root/var/lib/$folder"
  if [ -z "$root" ]; then chown "${folder%-backups}:${folder%-backups}" "$root/var/lib/$folder"; fi
done
install -d -m 755 "$root/etc/systemd/system" "$root/usr/local/bin" "$root/etc/corroborate"
install -d -m 700 "$root/etc/corroborate/secrets"
install -m 644 "$here"/*.service "$here"/*.timer "$root/etc/systemd/system/"
install -m 755 "$here/corroborate.sh" "$root/usr/local/bin/corroborate"
if [ ! -e "$root/etc/corroborate/settings" ]; then
  install -m 600 "$here/settings.example" "$root/etc/corroborate/settings"
fi
umask 077
for secret in identity-secret caller-secret; do
  file="$root/etc/corroborate/secrets/$secret"
  if [ ! -e "$file" ]; then head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$file"; fi
done
if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ ! -e "$root/etc/corroborate/secrets/smtp-url" ]; then
  echo "Next: write the mail server's address to /etc/corroborate/secrets/smtp-url, and your names to /etc/corroborate/settings."
fi
