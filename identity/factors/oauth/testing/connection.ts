import type { Connection } from '../provider-client/index.ts'

/** A client that an operator registered at a provider; the rest as given. */
export const exampleConnection = (given: Partial<Connection> = {}): Connection => ({
  clientId: 'ours',
  clientSecret: 'secret',
  teamId: '',
  keyId: '',
  places: {},
  trustsEmails: false,
  hostedDomain: '',
  base: null,
  isSandbox: false,
  ...given,
})
