export { clientProblem, type Described, findDescribed } from './check-client.ts'
export { type Asked, type Authorizing, authorizing } from './client-metadata.ts'
export { createProviders, openidHandler, type PostedAnswer, type Providers, readForm, sealAnswer } from './handler.ts'
export {
  claimsOfScopes,
  claimsWith,
  fillGrant,
  insertedPatterns,
  issuerOf,
  issuerPattern,
  mayGrant,
  postedAnswerPath,
  routes,
} from './issuer.ts'
