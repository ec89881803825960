import type { Endpoints, Provider } from '../providers/index.ts'
import { checkTokenAnswer } from './check-token-answer.ts'
import { asProviderError, type ClientVerdict, clientVerdictOf } from './errors.ts'
import { exchangeCode, refreshTokens } from './exchange-code.ts'
import type { Keys, Party, ProviderClient } from './provider-client.ts'

export type Asking = {
  clientId: string
  redirectUri: string
  state: string
  nonce: string
  /** base64url of the verifier's SHA-256. */
  codeChallenge: string
  /** Additional scopes beyond the default ones. */
  customScopes: readonly string[]
  /** The `provider_…` parameters of the page. None of them is reserved. */
  parameters: Readonly<Record<string, string>>
}

/** The page of the provider where a sign-in begins (RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1). Pure. */
export const authorizationUrl = (provider: Provider, { authorization }: Endpoints, asking: Asking): string => {
  const { clientIdParameter, scopeSeparator, pkce, idToken, responseMode } = provider
  const query = {
    ...provider.authorizationParameters,
    ...asking.parameters,
    response_type: 'code',
    [clientIdParameter]: asking.clientId,
    redirect_uri: asking.redirectUri,
    scope: scopesOf(provider, asking.customScopes).join(scopeSeparator),
    state: asking.state,
    ...(pkce && { code_challenge: asking.codeChallenge, code_challenge_method: 'S256' }),
    ...(idToken?.hasNonce && { nonce: asking.nonce }),
    ...(responseMode === 'form_post' && { response_mode: 'form_post' }),
  }
  const url = new URL(authorization)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Returns the requested scopes without duplicates. Pure. */
export const scopesOf = ({ scopes }: Pick<Provider, 'scopes'>, custom: readonly string[]): string[] => [
  ...new Set([...scopes, ...custom]),
]

/** Checks if a provider knows our client with a token request for an invalid code. The provider rejects either the client or the code. */
const checkClient = async (keys: Keys, party: Party & { redirectUri: string }): Promise<ClientVerdict> => {
  const parameters = new URLSearchParams({ code: 'none', state: 'check' })
  const nothing = { nonce: '', codeVerifier: 'x'.repeat(43), scopes: [], posted: null }
  try {
    await exchangeCode(keys, { ...nothing, ...party, parameters, state: 'check' })
    return 'unknown'
  } catch (error) {
    return clientVerdictOf(error)
  }
}

/** Parameters of the authorization request that only we may set: a page that set one could remove a protection. */
const reserved: ReadonlySet<string> = new Set([
  'client_id',
  'client_key',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'code',
  'grant_type',
  'request',
  'request_uri',
  'registration',
])

/** The first of a page's `provider_…` parameters that it may not set, or null. The names are without the prefix. Pure. */
export const reservedAmong = (names: readonly string[]): string | null =>
  names.find(name => reserved.has(name.toLowerCase())) ?? null

export const createProviderClient = (): ProviderClient => {
  const keys: Keys = new Map()
  return {
    exchange: exchange => exchangeCode(keys, exchange).catch(asProviderError),
    checkIdToken: async ({ idToken, nonce, ...party }) => {
      // The library checks id_tokens of token answers only.
      const answer = Response.json({ access_token: 'none', token_type: 'bearer', id_token: idToken })
      const { claims } = await checkTokenAnswer(party, answer, { keys, nonce }).catch(asProviderError)
      return claims ?? {}
    },
    check: party => checkClient(keys, party),
    refresh: party => refreshTokens(keys, party).catch(asProviderError),
  }
}
