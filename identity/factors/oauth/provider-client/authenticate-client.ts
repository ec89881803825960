import type { ClientAuth } from 'oauth4webapi'
import { appleSecret } from './apple-secret.ts'
import type { Party } from './provider-client.ts'

/** Proves to the token endpoint that a request is our client's, in the way that the provider wants. */
export const authenticateClient =
  ({ provider: { clientAuth, clientIdParameter, issuer }, connection, now }: Party): ClientAuth =>
  async (_server, _client, body, headers) => {
    const { clientId, clientSecret, teamId, keyId } = connection
    if (clientAuth === 'basic') {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
      headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
      return
    }
    const audience = issuer ?? ''
    const secret =
      clientAuth === 'jwt'
        ? await appleSecret({ teamId, keyId, privateKey: clientSecret }, { clientId, audience, now })
        : clientSecret
    body.set(clientIdParameter, clientId)
    body.set('client_secret', secret)
  }
