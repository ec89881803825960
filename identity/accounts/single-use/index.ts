export { singleUsePart } from './account-part.ts'
export { guessesPerCode } from './guesses-per-code.ts'
export { linkIdOf } from './link-id.ts'
export { checkVerifier } from './pkce.ts'
export { listLive, listUnused, lookAtCode, moveExpiry, withdrawAllOf, withdrawAllOfUser } from './secrets-of.ts'
export {
  type Guess,
  guessCode,
  issueCode,
  issueToken,
  type LiveSecret,
  lookAtToken,
  type SecretSubject,
  spend,
  spendCode,
  spendOnce,
  spendToken,
  wasSpent,
  withdraw,
} from './store.ts'
export { sweepSecrets } from './sweep-secrets.ts'
export { type SingleUseTables, singleUseMigrations } from './tables.ts'
