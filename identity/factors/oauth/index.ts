export {
  authorityIn,
  type Client,
  checkRegistration,
  findClient,
  type ListedClient,
  listClients,
  providersOn,
  removeClient,
  setClient,
} from './clients/index.ts'
export { oauthFactor, oauthParcels } from './factor.ts'
export { callbackUrl, oauthCallbackPath } from './paths.ts'
export { isAppleKey } from './provider-client/index.ts'
export { placesOf, titleOf } from './providers/index.ts'
export { insertRegistration } from './registrations.ts'
