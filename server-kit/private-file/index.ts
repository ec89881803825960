import { chmodSync, chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

/**
 * Changes the owner of a file created by root to that of its folder, so that root's restores and backups stay readable by the service.
 * No-op for other users.
 */
export const ownedAsFolder = (file: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(file))
  chownSync(file, uid, gid)
}

const ownerOnly = 0o600
/** SQLite makes the other two with the mode of the first. */
const endings = ['', '-wal', '-shm']

/**
 * Creates a missing SQLite database file and restricts it and SQLite's companion files to their owner, since they contain user data and the
 * folder may be world-readable. Not applicable on Windows.
 * @throws Error if they are accessible to others and we cannot change that.
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
