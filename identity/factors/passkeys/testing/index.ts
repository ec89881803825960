export { createAuthenticator, type Lies } from './authenticator.ts'
export * from './ceremonies.ts'
