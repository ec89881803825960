export { openidFeature } from './feature.ts'
export { clientProblem, issuerOf } from './provider/index.ts'
export {
  authMethods,
  type Client,
  type ClientSettings,
  createClient,
  deleteClient,
  findClient,
  lackedForFapi2,
  listClients,
  logoOf,
  parseSettings,
  profiles,
  replaceSecret,
  updateClient,
} from './store/index.ts'
