import * as oauth from 'oauth4webapi'
import { endpointsOf } from '../providers/index.ts'
import { asRefusal, ProviderError } from './errors.ts'
import { type Claims, expectedIssuer, faultOf, idTokenError, peek, serverOf, standardAnswer } from './id-token.ts'
import { clientOf, type Keys, type Party, requestOptionsOf } from './provider-client.ts'

type Expected = {
  keys: Keys
  nonce: string | null
  /** An answer to a refresh token may leave the id_token out. */
  isRefresh?: boolean
}

/** Tokens that a provider gave, and the claims of the id_token among them; null where there is none. */
export type CheckedTokens = { tokens: oauth.TokenEndpointResponse; claims: Claims | null }

/**
 * Checks an answer of the token endpoint by the standard, with everything that belongs to its id_token.
 * @throws ProviderError
 */
export const checkTokenAnswer = async (party: Party, answer: Response, expected: Expected): Promise<CheckedTokens> => {
  const { provider, connection, now } = party
  const endpoints = endpointsOf(provider, connection)
  const standard = standardAnswer(await answer.json().catch(() => null), answer.status)
  if (standard === null) throw new ProviderError('oauth_provider_unavailable', 'the token answer is no JSON object')
  const { body, status } = standard
  const idToken: unknown = Reflect.get(body, 'id_token')
  const peeked = typeof idToken === 'string' && provider.idToken !== null ? peek(idToken) : null
  const server = serverOf(provider, endpoints, expectedIssuer(endpoints.issuer, peeked?.claims.tid))
  if (peeked !== null) return checkWithIdToken(party, server, Response.json(body, { status }), peeked.header, expected)

  if (provider.idToken !== null && !expected.isRefresh && status < 400) {
    throw new ProviderError('id_token_invalid', 'there is no id_token')
  }
  // An id_token that cannot be checked is not read.
  const { id_token: _, ...plain } = body as Record<string, unknown>
  const tokens = await oauth
    .processGenericTokenEndpointResponse(server, clientOf(connection, now), Response.json(plain, { status }))
    .catch(asRefusal)
  return { tokens, claims: null }
}

const checkWithIdToken = async (
  { provider, connection, now }: Party,
  server: oauth.AuthorizationServer,
  response: Response,
  header: Claims,
  { keys, nonce, isRefresh }: Expected,
): Promise<CheckedTokens> => {
  const client = clientOf(connection, now)
  const expectedNonce = nonce ?? oauth.expectNoNonce
  try {
    const tokens = isRefresh
      ? await oauth.processRefreshTokenResponse(server, client, response)
      : await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce, requireIdToken: true })
    await oauth.validateApplicationLevelSignature(server, response, {
      ...requestOptionsOf(connection),
      [oauth.jwksCache]: keysAt(keys, endpointsOf(provider, connection).jwks ?? ''),
    })
    // Present, because this path requires an id_token.
    const claims = oauth.getValidatedIdTokenClaims(tokens) as Claims
    if (connection.hostedDomain !== '' && claims.hd !== connection.hostedDomain) {
      throw new ProviderError('oauth_access_denied', 'the account is not of the organization')
    }
    const fault = faultOf(claims, { header, accessToken: tokens.access_token, now })
    if (fault !== null) throw new ProviderError('id_token_invalid', `the id_token is refused for its ${fault}`)
    return { tokens, claims }
  } catch (error) {
    throw idTokenError(error)
  }
}

/** The place where the library keeps the keys of one address. */
const keysAt = (keys: Keys, jwksUri: string): oauth.JWKSCacheInput => {
  const kept = keys.get(jwksUri) ?? ({} as oauth.JWKSCacheInput)
  keys.set(jwksUri, kept)
  return kept
}
