export { checkRegistration } from './check-registration.ts'
export { authorityIn, authorityOf, connect, providersOn } from './connect.ts'
export { type Client, findClient, type ListedClient, listClients, removeClient, setClient } from './store.ts'
