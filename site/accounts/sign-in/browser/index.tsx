export { Account, Consent } from './Consent.tsx'
