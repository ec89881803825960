import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const inMemory = '/dev/shm'
/** Room for all that the tests of a whole run keep at once, in bytes. */
const room = 4 * 1024 ** 3

/** In memory, where the machine has a place for that: what is acknowledged is on the disk first, and tests mostly wait for it. */
const place = (): string => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Where the tests of this run keep their databases and files: the temporary folder of all its processes. */
export const testFolder: string = join(place(), `corroborate-tests-${process.pid}`)

/** Where `scripts/bundle-servers.ts` puts what tests start. */
export const bundlesFolder: string = join(testFolder, 'bundles')

/** Makes the folder, and removes it when the run ends, with all that tests and processes that were ended left in it. */
const keepTestFolder = (): (() => void) => {
  mkdirSync(testFolder, { recursive: true })
  return () => rmSync(testFolder, { recursive: true, force: true })
}

export default keepTestFolder
