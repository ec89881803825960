import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingsError } from './settings-error.ts'

/**
 * Creates a missing data folder, accessible to this user only because it contains user data.
 * @throws SettingsError if it cannot be created or written to.
 */
export const prepareDataDir = (folder: string): void => {
  try {
    makeFolder(folder, 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new SettingsError([
      {
        variable: 'DATA_DIR',
        sentence: `is ${folder}, where this user cannot keep files${reason}: name another folder, or make that one writable.`,
      },
    ])
  }
}

/** Node's own recursive mkdir never returns where a parent exists and still answers ENOENT, as below /proc. */
const makeFolder = (folder: string, mode: number): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder), 0o777)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
