import { chownSync, statSync } from 'node:fs'
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
