export { checkRegistration } from './check-registration.ts'
export { authorityOf, connect, providersOn } from './connect.ts'
export { type Client, type ListedClient, listClients, removeClient, setClient } from './store.ts'
