import type { Endpoints, Provider } from '../providers/index.ts'

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
