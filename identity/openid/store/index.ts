export {
  type Authorization,
  authorizationsOf,
  authorizationsOfUser,
  forgetAuthorizations,
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
export { addConsent, type Consent, findConsents, forgetConsents } from './consents.ts'
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
  findShown,
  findToldToLogIn,
  forgetLogins,
  logoOf,
  noteShown,
  noteToldToLogIn,
  readLogo,
  type ShownRequest,
  spendShown,
  spendToldToLogIn,
} from './requests.ts'
export { openidMigrations } from './tables.ts'
