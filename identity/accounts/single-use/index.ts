export { checkVerifier } from './pkce.ts'
export {
  type Guess,
  guessCode,
  issueCode,
  issueToken,
  type LiveSecret,
  lookAtToken,
  type SecretKind,
  type SecretSubject,
  type SingleUseTables,
  singleUseMigrations,
  spend,
  spendCode,
  spendOnce,
  spendToken,
  withdraw,
} from './store.ts'
