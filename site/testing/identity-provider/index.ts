export { type StandInProvider, startIdentityProvider } from './start.ts'
