import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import process from 'node:process'
import { ownedAsFolder } from './owned-as-folder.ts'

const ownerOnly = 0o600
/** SQLite makes the other two with the mode of the first. */
const endings = ['', '-wal', '-shm']

/**
 * Makes a SQLite database's file when it is missing, and sees to it that nobody but its owner may read it or what SQLite keeps
 * beside it: they hold what people entrusted to us, also in a folder that others may look into. Windows has no such modes.
 * @throws Error when they are open to others and not ours to close.
 */
export const keepPrivate = (file: string): void => {
  const isNew = !existsSync(file)
  closeSync(openSync(file, 'a', ownerOnly))
  if (isNew) ownedAsFolder(file)
  if (process.platform === 'win32') return
  for (const ending of endings) {
    const mode = statSync(`${file}${ending}`, { throwIfNoEntry: false })?.mode ?? ownerOnly
    if ((mode & 0o077) !== 0) chmodSync(`${file}${ending}`, ownerOnly)
  }
}
