export { Account } from './Account.tsx'
export { Consent } from './Consent.tsx'
