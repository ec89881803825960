import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The sources that run: a clone, a release that was only unpacked, or one with the `corroborate` command. */
type Installation = 'clone' | 'unpacked' | 'installed'

/** How a command is started in an installation, such as `corroborate identity`. */
export const commandNameIn = (installation: Installation, name: string): string =>
  ({
    clone: `npm run ${name} --`,
    unpacked: `node scripts/corroborate.ts ${name}`,
    installed: `corroborate ${name}`,
  })[installation]

/** How a command is started here, for help and for messages that tell the operator what to run. */
export const commandName = (name: string): string => commandNameIn(installationHere(), name)

const root = join(import.meta.dirname, '../..')

const installationHere = (): Installation => {
  // The `corroborate` command gives its name to what it runs.
  if (process.argv[1] === 'corroborate' || existsSync('/opt/node/bin/corroborate')) return 'installed'
  if (!isRelease()) return 'clone'
  return existsSync('/usr/local/bin/corroborate') && isAt('/opt/corroborate') ? 'installed' : 'unpacked'
}

/** A release names the system that it was made for; a clone runs on any. */
const isRelease = (): boolean => {
  const manifest = join(root, 'package.json')
  return existsSync(manifest) && 'os' in JSON.parse(readFileSync(manifest, 'utf8'))
}

const isAt = (folder: string): boolean => existsSync(folder) && realpathSync(folder) === realpathSync(root)
