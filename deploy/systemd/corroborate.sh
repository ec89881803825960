#!/bin/sh
# The `corroborate` command of an installation (install.sh puts it into /usr/local/bin): runs a command with the settings of
# the service and as its user. Without arguments it lists the commands.
exec /usr/bin/node /opt/corroborate/scripts/corroborate.ts "$@"
