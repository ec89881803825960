export { createAuthenticator, type Lies } from './authenticator.ts'
