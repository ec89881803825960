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
  spendToken,
  withdraw,
} from './store.ts'
