import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const inMemory = '/dev/shm'
/** Room for all that the tests of a whole run keep at once, in bytes. */
const room = 4 * 1024 ** 3

/** Uses a RAM disk if available, since tests mostly wait for fsync. */
const place = (): string => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Temporary folder for all databases and files of this test run. */
export const testFolder: string = join(place(), `corroborate-tests-${process.pid}`)

/** Output folder of `scripts/bundle-servers.ts` for the tests. */
export const bundlesFolder: string = join(testFolder, 'bundles')

/** Makes the folder, and removes it when the run ends, with all that tests and processes that were ended left in it. */
const keepTestFolder = (): (() => void) => {
  mkdirSync(testFolder, { recursive: true })
  return () => rmSync(testFolder, { recursive: true, force: true })
}

export default keepTestFolder
