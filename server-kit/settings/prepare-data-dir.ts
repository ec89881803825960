import { accessSync, constants, mkdirSync } from 'node:fs'
import { SettingsError } from './settings-error.ts'

/**
 * Creates the data folder when it is missing.
 * @throws SettingsError when it cannot be created or written to.
 */
export const prepareDataDir = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new SettingsError([
      {
        variable: 'DATA_DIR',
        sentence: `is ${folder}, where this user cannot keep files${reason}: name another folder, or make that one writable.`,
      },
    ])
  }
}
