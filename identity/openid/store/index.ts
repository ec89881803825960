export {
  type Authorization,
  authorizationsOf,
  authorizationsOfUser,
  deleteAuthorizations,
  putAuthorization,
} from './authorizations.ts'
export {
  authMethods,
  type Client,
  type ClientSettings,
  clientSettings,
  defaultScopes,
  findClient,
  hashClientSecret,
  insertClient,
  isNative,
  isOnDevice,
  listClients,
  newClientSecret,
  ownScheme,
  profiles,
  updateClient,
} from './clients.ts'
export { addConsent, type Consent, deleteConsents, findConsents } from './consents.ts'
export { createClient, deleteClient, lackedForFapi2, parseSettings, replaceSecret } from './manage-clients.ts'
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
export { deleteRegistered, noteUse, putRegistered, sweepOpenid } from './registered.ts'
export {
  deleteLoginPrompt,
  deleteLogins,
  findShown,
  logoOf,
  noteShown,
  readLoginPrompt,
  readLogo,
  type ShownRequest,
  spendShown,
  storeLoginPrompt,
} from './requests.ts'
export { openidMigrations } from './tables.ts'
