import * as oauth from 'oauth4webapi'
import { createBoundedFetch } from '../../../platform/outside/index.ts'
import type { Connection } from './connection.ts'

/** Provider keys by JWKS URL. The library refetches them at most once a minute. */
export type Keys = Map<string, oauth.JWKSCacheInput>

/** Request options of the library: our limits, and plain HTTP only for a fake server. */
export const requestOptionsOf = (connection: Connection) => {
  const fetch = createBoundedFetch(connection)
  return {
    [oauth.customFetch]: ((url: string, init: object) => fetch(url, init)) as never,
    [oauth.allowInsecureRequests]: connection.base?.startsWith('http:') ?? false,
  }
}

/** Our client, as the library wants it. @param now epoch milliseconds */
export const clientOf = ({ clientId }: Pick<Connection, 'clientId'>, now: number): oauth.Client => ({
  client_id: clientId,
  // The library reads the clock of the machine, which may differ from the one we go by.
  [oauth.clockSkew]: Math.round((now - Date.now()) / 1_000),
  [oauth.clockTolerance]: 30,
})
