import * as oauth from 'oauth4webapi'
import { type BoundedFetch, createBoundedFetch } from '../../../platform/outside/index.ts'
import { endpointsOf, type Profile, type ProfileRequest, type Provider } from '../providers/index.ts'
import { appleSecret } from './apple-secret.ts'
import { type Claims, faultOf } from './check-claims.ts'
import type { Connection } from './connection.ts'
import { expectedIssuer, idTokenError, peek, serverOf, tenantOf } from './id-token.ts'
import { ProviderError } from './provider-error.ts'
import { asProviderError, asRefusal, clientErrors, codeErrors, validated } from './refusals.ts'
import { standardAnswer } from './token-answer.ts'

/** What the application gets of the provider's own tokens (WIRE.md §9). */
export type ProviderValues = {
  access_token: string
  id_token: string
  refresh_token: string
  scopes: string[]
  /** ISO 8601, or empty where the provider does not say. */
  expires_at: string
}

export type Arrived = { profile: Profile; values: ProviderValues }

export type Exchange = {
  provider: Provider
  connection: Connection
  /** The parameters that came to our redirect URI. */
  parameters: URLSearchParams
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  scopes: readonly string[]
  /** Apple's `user`. */
  posted: string | null
  /** Epoch ms. */
  now: number
}

/** Speaks with providers. It keeps their keys; the rest is forgotten after each call. */
export type ProviderClient = {
  /** Takes the code to the provider, and brings back who came. @throws ProviderError */
  exchange: (exchange: Exchange) => Promise<Arrived>
  /** Checks an id_token that came from somewhere else than the token endpoint (One Tap). @throws ProviderError */
  checkIdToken: (given: {
    provider: Provider
    connection: Connection
    idToken: string
    nonce: string | null
    now: number
  }) => Promise<Claims>
  /** Whether a provider knows our client, as far as it says. */
  check: (given: {
    provider: Provider
    connection: Connection
    redirectUri: string
    now: number
  }) => Promise<'accepted' | 'refused' | 'unknown'>
  /** New tokens for a refresh token. @throws ProviderError */
  refresh: (given: {
    provider: Provider
    connection: Connection
    values: ProviderValues
    now: number
  }) => Promise<ProviderValues>
}

export const createProviderClient = (): ProviderClient => {
  /** Keys by the address they come from. The library asks for them again at most once a minute. */
  const keys = new Map<string, oauth.JWKSCacheInput>()

  const optionsOf = ({ base }: Connection, fetch: BoundedFetch) => ({
    [oauth.customFetch]: ((url: string, init: object) => fetch(url, init)) as never,
    [oauth.allowInsecureRequests]: base?.startsWith('http:') ?? false,
  })

  const clientOf = ({ clientId }: Connection, now: number): oauth.Client => ({
    client_id: clientId,
    // The library reads the machine's clock; ours may stand elsewhere.
    [oauth.clockSkew]: Math.round((now - Date.now()) / 1_000),
    [oauth.clockTolerance]: 30,
  })

  /** The standard's check of a token answer, with everything that belongs to its id_token. */
  const process = async (
    { provider, connection, now }: Pick<Exchange, 'provider' | 'connection' | 'now'>,
    answer: Response,
    { nonce, isRefresh = false }: { nonce: string | null; isRefresh?: boolean },
  ) => {
    const fetch = createBoundedFetch(connection)
    const endpoints = endpointsOf(provider, connection)
    const json: unknown = await answer
      .clone()
      .json()
      .catch(() => null)
    const standard = standardAnswer(json, answer.status)
    if (standard === null) throw new ProviderError('oauth_provider_unavailable', 'the token answer is no JSON object')
    const response = Response.json(standard.body, { status: standard.status })
    const idToken: unknown = Reflect.get(standard.body, 'id_token')
    const peeked = typeof idToken === 'string' && provider.idToken !== null ? peek(idToken) : null
    const server = serverOf(provider, endpoints, expectedIssuer(endpoints.issuer, peeked?.claims.tid))
    const client = clientOf(connection, now)

    if (peeked === null) {
      if (provider.idToken !== null && !isRefresh && standard.status < 400) {
        throw new ProviderError('id_token_invalid', 'there is no id_token')
      }
      // One that nobody can check is not looked at.
      const { id_token: _, ...body } = standard.body as Record<string, unknown>
      const plain = Response.json(body, { status: standard.status })
      const tokens = await oauth.processGenericTokenEndpointResponse(server, client, plain).catch(asRefusal)
      return { tokens, claims: null }
    }
    try {
      const expectedNonce = nonce ?? oauth.expectNoNonce
      const tokens = isRefresh
        ? await oauth.processRefreshTokenResponse(server, client, response)
        : await oauth.processAuthorizationCodeResponse(server, client, response, {
            expectedNonce,
            requireIdToken: true,
          })
      const jwksUri = endpoints.jwks ?? ''
      const cache = keys.get(jwksUri) ?? {}
      keys.set(jwksUri, cache as oauth.JWKSCacheInput)
      await oauth.validateApplicationLevelSignature(server, response, {
        ...optionsOf(connection, fetch),
        [oauth.jwksCache]: cache,
      })
      const claims = oauth.getValidatedIdTokenClaims(tokens) as Claims | undefined
      if (claims === undefined) throw new ProviderError('id_token_invalid', 'there is no id_token')
      if (connection.hostedDomain !== '' && claims.hd !== connection.hostedDomain) {
        throw new ProviderError('oauth_access_denied', 'the account is not of the organization')
      }
      const fault = faultOf(claims, { header: peeked.header, accessToken: tokens.access_token, now })
      if (fault !== null) throw new ProviderError('id_token_invalid', `the id_token is refused for its ${fault}`)
      return { tokens, claims }
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError) throw asRefusal(error)
      throw idTokenError(error)
    }
  }

  const authenticate =
    ({ clientAuth, clientIdParameter, issuer }: Provider, connection: Connection, now: number): oauth.ClientAuth =>
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

  const ask = async (
    fetch: BoundedFetch,
    { url, body, headers, isOptional }: ProfileRequest,
    accessToken: string,
  ): Promise<unknown> => {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...headers,
        Authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) {
      if (isOptional) return null
      throw new ProviderError('oauth_provider_unavailable', `${new URL(url).host} answered ${answer.status}`)
    }
    const json: unknown = await answer.json()
    // Slack's errors have status 200.
    if (typeof json === 'object' && json !== null && Reflect.get(json, 'ok') === false) {
      throw new ProviderError('oauth_provider_unavailable', `${new URL(url).host} answered with an error`)
    }
    return json
  }

  /** The profile, by as many calls as the provider needs. */
  const readProfile = async (
    { provider, connection, posted }: Exchange,
    accessToken: string,
    claims: Claims | null,
    scopes: readonly string[],
  ): Promise<Profile> => {
    const { clientSecret, trustsEmails } = connection
    const { place } = endpointsOf(provider, connection)
    const fetch = createBoundedFetch(connection)
    const requests = provider.requests({ accessToken, clientSecret, scopes })
    const answers = await Promise.all(
      requests.map(request => ask(fetch, { ...request, url: place(request.url) }, accessToken)),
    )
    requests.forEach(({ isUserInfo }, index) => {
      const answer = answers[index]
      const sub = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'sub') : undefined
      if (isUserInfo && sub !== claims?.sub)
        throw new ProviderError('id_token_invalid', 'userinfo is about another sub')
    })
    return provider.toProfile({ claims, answers, posted, trustsEmails })
  }

  const exchange = async (given: Exchange): Promise<Arrived> => {
    const { provider, connection, parameters, state, nonce, codeVerifier, redirectUri, scopes, now } = given
    const endpoints = endpointsOf(provider, connection)
    const { hasNonce = false } = provider.idToken ?? {}
    const named = tenantOf(parameters.get('iss'))
    const server = serverOf(provider, endpoints, expectedIssuer(endpoints.issuer, named ?? 'unnamed'))
    const client = clientOf(connection, now)
    const checked = validated(server, client, parameters, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate(provider, connection, now),
      checked,
      redirectUri,
      provider.pkce ? codeVerifier : oauth.nopkce,
      { ...optionsOf(connection, createBoundedFetch(connection)), headers: { Accept: 'application/json' } },
    )
    const { tokens, claims } = await process(given, answer, { nonce: hasNonce ? nonce : null })
    if (named !== null && claims?.tid !== named) throw new ProviderError('id_token_invalid', 'iss is of another tenant')
    const granted = scopesGranted(tokens.scope, scopes)
    const profile = await readProfile(given, tokens.access_token, claims, granted)
    return { profile, values: valuesOf(tokens, granted, now) }
  }

  return {
    exchange: given => exchange(given).catch(asProviderError),

    checkIdToken: ({ provider, connection, idToken, nonce, now }) => {
      // The library checks id_tokens of token answers.
      const body = { access_token: 'none', token_type: 'bearer', id_token: idToken }
      return process({ provider, connection, now }, Response.json(body), { nonce })
        .then(({ claims }) => claims ?? {})
        .catch(asProviderError)
    },

    check: async ({ provider, connection, redirectUri, now }) => {
      const parameters = new URLSearchParams({ code: 'none', state: 'check' })
      const nothing = { nonce: '', codeVerifier: 'x'.repeat(43), scopes: [], posted: null }
      const asked = { ...nothing, provider, connection, parameters, state: 'check', redirectUri, now }
      try {
        await exchange(asked)
        return 'unknown'
      } catch (error) {
        const { cause } = error instanceof Error ? error : {}
        const said = cause instanceof oauth.ResponseBodyError ? cause.error : ''
        if (clientErrors.has(said)) return 'refused'
        return codeErrors.has(said) ? 'accepted' : 'unknown'
      }
    },

    refresh: async ({ provider, connection, values, now }) => {
      const server = serverOf(provider, endpointsOf(provider, connection), null)
      try {
        const answer = await oauth.refreshTokenGrantRequest(
          server,
          clientOf(connection, now),
          authenticate(provider, connection, now),
          values.refresh_token,
          { ...optionsOf(connection, createBoundedFetch(connection)), headers: { Accept: 'application/json' } },
        )
        const { tokens } = await process({ provider, connection, now }, answer, { nonce: null, isRefresh: true })
        const renewed = valuesOf(tokens, scopesGranted(tokens.scope, values.scopes), now)
        // Some send a new refresh token each time, others let the old one stand.
        return {
          ...renewed,
          refresh_token: renewed.refresh_token || values.refresh_token,
          id_token: renewed.id_token || values.id_token,
        }
      } catch (error) {
        return asProviderError(error)
      }
    },
  }
}

const scopesGranted = (scope: string | undefined, asked: readonly string[]): string[] =>
  scope === undefined || scope === '' ? [...asked] : scope.split(/[\s,]+/).filter(Boolean)

const valuesOf = (
  { access_token, id_token = '', refresh_token = '', expires_in }: oauth.TokenEndpointResponse,
  scopes: string[],
  now: number,
): ProviderValues => ({
  access_token,
  id_token,
  refresh_token,
  scopes,
  expires_at: expires_in === undefined ? '' : new Date(now + expires_in * 1_000).toISOString(),
})
