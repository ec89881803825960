import { ConfigurationError } from '@corroborate/server-kit/operator-error'
import { makeSecretFile, readSecretFile } from '@corroborate/server-kit/secret-file'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Database } from '../database/index.ts'
import { holdsOtherSeals, type SealedColumn } from './sealed-rows.ts'
import { createSealer, type Sealer } from './sealer.ts'

/**
 * Opens a sealer with the secrets of IDENTITY_SECRET and of the file in the data folder. If neither exists, the file is created, except for
 * a database sealed with an unavailable secret.
 * @throws OperatorError if the database contains values that these secrets cannot open.
 */
export const openSealer = async (
  db: Database,
  columns: readonly SealedColumn[],
  settings: Pick<Settings, 'identity'>,
): Promise<Sealer> => {
  const { secrets, secretFile } = settings.identity
  const known = [...secrets.map(secret => secret.reveal()), ...readSecretFile(secretFile)]
  await requireOpenable(db, columns, known.length === 0 ? [] : createSealer(known).prefixes, settings)
  return createSealer(known.length === 0 ? makeSecretFile(secretFile) : known)
}

/** @throws OperatorError if the database contains sealed values with other prefixes. */
export const requireOpenable = async (
  db: Database,
  columns: readonly SealedColumn[],
  prefixes: readonly string[],
  { identity: { secretFile } }: Pick<Settings, 'identity'>,
): Promise<void> => {
  if (!(await holdsOtherSeals(db, columns, prefixes))) return
  throw new ConfigurationError(
    'The database of the identity provider holds values that were sealed under a secret which is not here: set IDENTITY_SECRET ' +
      `to the one it has been used with, or put the file with it back to ${secretFile}. No value was changed.`,
  )
}
