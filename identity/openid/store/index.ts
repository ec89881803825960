export {
  type Authorization,
  authorizationsOf,
  authorizationsOfUser,
  forgetAuthorizations,
  putAuthorization,
} from './authorizations.ts'
export {
  type Client,
  type ClientSettings,
  findClient,
  hashClientSecret,
  insertClient,
  listClients,
  newClientSecret,
  updateClient,
} from './clients.ts'
export { addConsent, type Consent, findConsents, forgetConsents } from './consents.ts'
export { logoOf, readLogo } from './logo.ts'
export { createClient, deleteClient, parseSettings, replaceSecret } from './manage-clients.ts'
export {
  consumeRecord,
  deleteRecord,
  findRecord,
  type Payload,
  putRecord,
  type RecordKind,
  revokeGrant,
  revokeGrantsOf,
} from './records.ts'
export { findShown, noteShown, type ShownRequest, spendShown } from './requests.ts'
export { sweepOpenid } from './sweep.ts'
export { openidMigrations } from './tables.ts'
