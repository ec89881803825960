import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'

/**
 * Gives a file that root made to the owner of its folder: what root restores or backs up stays readable by the service whose
 * folder it is. Does nothing for other users.
 */
export const ownedAsFolder = (file: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(file))
  chownSync(file, uid, gid)
}
