import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientAuth, TokenEndpointResponse } from 'oauth4webapi'
import * as oauth from 'oauth4webapi'
import { endpointsOf } from '../providers/index.ts'
import { checkTokenAnswer } from './check-token-answer.ts'
import { ProviderError, validated } from './errors.ts'
import { expectedIssuer, serverOf, tenantOf } from './id-token.ts'
import {
  type Arrived,
  clientOf,
  type Exchange,
  type Keys,
  type Party,
  type ProviderValues,
  requestOptionsOf,
} from './provider-client.ts'
import { readProfile } from './read-profile.ts'

/** Apple's key file (`AuthKey_….p8`), with its ids. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string }

/** True if the text is a key in Apple's format: PKCS #8, P-256. Pure. */
export const isAppleKey = (pem: string): boolean => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** The client secret that Apple wants: a JWT for five minutes, made for each call. `now` is in epoch milliseconds. */
export const appleSecret = (
  { teamId, keyId, privateKey }: AppleKey,
  { clientId, audience, now }: { clientId: string; audience: string; now: number },
): Promise<string> => {
  const issuedAt = Math.floor(now / 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(createPrivateKey(privateKey))
}

/** Proves to the token endpoint that a request is our client's, in the way that the provider wants. */
const authenticateClient =
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

/** Returns the granted scopes: those the provider lists, separated by spaces or commas, or all requested ones. Pure. */
export const scopesGranted = (scope: string | undefined, asked: readonly string[]): string[] =>
  scope === undefined || scope === '' ? [...asked] : scope.split(/[\s,]+/).filter(Boolean)

/** A token answer as the application is given it. Pure. @param now epoch milliseconds */
export const valuesOf = (
  { access_token, id_token = '', refresh_token = '', expires_in }: TokenEndpointResponse,
  scopes: string[],
  now: number,
): ProviderValues => ({
  access_token,
  id_token,
  refresh_token,
  scopes,
  expires_at: expires_in === undefined ? '' : new Date(now + expires_in * 1_000).toISOString(),
})

/** The values after a refresh. A refresh token or id_token that the provider did not send again stays as it was. Pure. */
export const renewedValues = (old: ProviderValues, renewed: ProviderValues): ProviderValues => ({
  ...renewed,
  refresh_token: renewed.refresh_token || old.refresh_token,
  id_token: renewed.id_token || old.id_token,
})

/** Refreshes the tokens. @throws ProviderError and network errors */
export const refreshTokens = async (keys: Keys, party: Party & { values: ProviderValues }): Promise<ProviderValues> => {
  const { provider, connection, values, now } = party
  const answer = await oauth.refreshTokenGrantRequest(
    serverOf(provider, endpointsOf(provider, connection), null),
    clientOf(connection, now),
    authenticateClient(party),
    values.refresh_token,
    requestOptionsOf(connection),
  )
  const { tokens } = await checkTokenAnswer(party, answer, { keys, nonce: null, isRefresh: true })
  return renewedValues(values, valuesOf(tokens, scopesGranted(tokens.scope, values.scopes), now))
}

/** Exchanges a code at the provider and reads the user. @throws ProviderError and network errors */
export const exchangeCode = async (keys: Keys, exchange: Exchange): Promise<Arrived> => {
  const { provider, connection, parameters, state, nonce, codeVerifier, redirectUri, scopes, now } = exchange
  const endpoints = endpointsOf(provider, connection)
  const tenant = tenantOf(parameters.get('iss'))
  const server = serverOf(provider, endpoints, expectedIssuer(endpoints.issuer, tenant ?? 'unnamed'))
  const client = clientOf(connection, now)
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticateClient(exchange),
    validated(server, client, parameters, state),
    redirectUri,
    provider.pkce ? codeVerifier : oauth.nopkce,
    requestOptionsOf(connection),
  )
  const { tokens, claims } = await checkTokenAnswer(exchange, answer, {
    keys,
    nonce: provider.idToken?.hasNonce ? nonce : null,
  })
  if (tenant !== null && claims?.tid !== tenant) throw new ProviderError('id_token_invalid', 'iss is of another tenant')
  const granted = scopesGranted(tokens.scope, scopes)
  const profile = await readProfile(exchange, { accessToken: tokens.access_token, claims, scopes: granted })
  return { profile, values: valuesOf(tokens, granted, now) }
}
