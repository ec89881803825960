import * as oauth from 'oauth4webapi'
import { endpointsOf } from '../providers/index.ts'
import { authenticateClient } from './authenticate-client.ts'
import { checkTokenAnswer } from './check-token-answer.ts'
import { expectedIssuer, serverOf, tenantOf } from './id-token.ts'
import { clientOf, type Keys, requestOptionsOf } from './library-options.ts'
import type { Arrived, Exchange } from './provider-client.ts'
import { ProviderError } from './provider-error.ts'
import { readProfile } from './read-profile.ts'
import { validated } from './refusals.ts'
import { scopesGranted, valuesOf } from './token-values.ts'

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
