import { type BoundedFetch, createBoundedFetch } from '../../../platform/outside/bounded-fetch.ts'
import { endpointsOf, type Profile, type ProfileRequest } from '../providers/index.ts'
import { ProviderError } from './errors.ts'
import type { Claims } from './id-token.ts'
import type { Exchange } from './provider-client.ts'

/** Provider's response to a code exchange. */
type Given = { accessToken: string; claims: Claims | null; scopes: readonly string[] }

/** Fetches a user's profile with as many requests as the provider needs. @throws ProviderError */
export const readProfile = async (
  { provider, connection, posted }: Exchange,
  { accessToken, claims, scopes }: Given,
): Promise<Profile> => {
  const { clientSecret, trustsEmails } = connection
  const { place } = endpointsOf(provider, connection)
  const fetch = createBoundedFetch(connection)
  const requests = provider.requests({ accessToken, clientSecret, scopes })
  const answers = await Promise.all(
    requests.map(request => ask(fetch, { ...request, url: place(request.url) }, accessToken)),
  )
  requests.forEach(({ isUserInfo }, index) => {
    if (isUserInfo && subOf(answers[index]) !== claims?.sub) {
      throw new ProviderError('id_token_invalid', 'userinfo is about another sub')
    }
  })
  return provider.toProfile({ claims, answers, posted, trustsEmails })
}

const subOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'sub') : undefined

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
  // Slack sends errors with status 200.
  if (typeof json === 'object' && json !== null && Reflect.get(json, 'ok') === false) {
    throw new ProviderError('oauth_provider_unavailable', `${new URL(url).host} answered with an error`)
  }
  return json
}
