import { makeSecretFile, readSecretFile } from '../secret-file/index.ts'
import type { Settings } from '../settings/index.ts'

/**
 * The secrets that our servers sign calls to each other with: those of CALLER_SECRET or, without it, of the file in the data
 * folder, which is made by whichever server starts first.
 * @throws OperatorError when the file cannot be read or made.
 */
export const openCallerSecrets = ({ callers: { secrets, secretFile } }: Pick<Settings, 'callers'>): string[] => {
  if (secrets.length > 0) return secrets.map(secret => secret.reveal())
  const kept = readSecretFile(secretFile)
  return kept.length > 0 ? kept : makeSecretFile(secretFile)
}
