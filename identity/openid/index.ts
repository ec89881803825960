export { openidFeature } from './feature.ts'
export { issuerOf } from './provider/index.ts'
export {
  type Client,
  type ClientSettings,
  createClient,
  deleteClient,
  findClient,
  listClients,
  logoOf,
  parseSettings,
  replaceSecret,
  updateClient,
} from './store/index.ts'
