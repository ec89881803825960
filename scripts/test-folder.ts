import { accessSync, constants, statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
/** Room for all that the tests of a whole run keep at once, in bytes. */
const room = 4 * 1024 ** 3

/**
 * Where tests keep their databases and files, as an environment: in memory, where the machine has a place for that. What is
 * acknowledged is on the disk first, and that wait was two thirds of a test with a database. Elsewhere the usual folder.
 */
export const testFolder = (): { TMPDIR?: string } => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room ? { TMPDIR: inMemory } : {}
  } catch {
    return {}
  }
}
