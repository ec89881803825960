export { checkVerifier } from './pkce.ts'
export {
  guessesPerCode,
  linkIdOf,
  listLive,
  listUnused,
  lookAtCode,
  moveExpiry,
  singleUsePart,
  sweepSecrets,
  withdrawAllOf,
  withdrawAllOfUser,
} from './secrets-of.ts'
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
export { type SingleUseTables, singleUseMigrations } from './tables.ts'
