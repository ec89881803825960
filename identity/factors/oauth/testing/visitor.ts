import type { OAuthProvider } from '@corroborate/wire/providers'
import { onTestFinished } from 'vitest'
import { openIdentity } from '../../../testing/index.ts'
import { setClient } from '../clients/store.ts'
import { type FakeUpstream, openFakeUpstream, registered } from './fake-upstream.ts'

export const loginUrl = 'http://localhost:5000/authenticate'
export const signupUrl = 'http://localhost:5000/welcome'

/** `openOAuth` for one test, which ends it. */
export const oauthUnderTest = async (settings: Record<string, string> = {}) => {
  const under = await openOAuth(settings)
  onTestFinished(under.end)
  return under
}

/** Starts an identity provider whose project may have a client at every social provider. One server fakes them all. `end` it. */
export const openOAuth = async (settings: Record<string, string> = {}) => {
  const fake = await openFakeUpstream()
  const provider = await openIdentity({ OAUTH_PROVIDERS_URL: fake.url, ...settings })
  await provider.configure({ redirectUrls: { login: [loginUrl], signup: [signupUrl], reset_password: [] } })
  const { id } = await provider.project()

  /** Registers our client at a provider, as an operator does. */
  const register = async (name: OAuthProvider, more: { trustsEmails?: boolean; hostedDomain?: string } = {}) => {
    const { teamId, keyId, privateKey } = registered.apple
    await setClient(provider.db, provider.sealer, id, {
      provider: name,
      clientId: registered.clientId(name),
      clientSecret: name === 'apple' ? privateKey : registered.clientSecret,
      teamId: name === 'apple' ? teamId : '',
      keyId: name === 'apple' ? keyId : '',
      trustsEmails: false,
      hostedDomain: '',
      updatedAt: 0,
      ...more,
    })
  }
  const end = async () => {
    await provider.close()
    await fake.close()
  }
  return { provider, fake, register, end }
}

export type OAuthUnderTest = Awaited<ReturnType<typeof oauthUnderTest>>

/** Posts from Apple's page as a browser would. The POST is cross-site, so it carries none of our cookies. */
export const postFromApple = ({ provider }: Pick<OAuthUnderTest, 'provider'>, redirectUri: string, body: string) =>
  provider.app.request(redirectUri, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://appleid.apple.com',
      'Sec-Fetch-Site': 'cross-site',
      Accept: 'text/html',
    },
    body,
  })

/** A browser with its cookies. It goes through the pages of a sign-in one by one. */
export const browserAt = ({ provider, fake }: { provider: OAuthUnderTest['provider']; fake: FakeUpstream }) => {
  const cookies = new Map<string, string>()

  const go = async (url: string, init: RequestInit = {}) => {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await provider.app.request(url, {
      ...init,
      headers: { Accept: 'text/html', Cookie: sent, ...(init.headers as Record<string, string>) },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return answer
  }

  const startUrl = (name: string, query: Record<string, string> = {}) =>
    `${provider.settings.identity.origin}/v1/public/oauth/${name}/start?${new URLSearchParams({ public_token: provider.publicToken, ...query })}`

  /** The authorize page of the provider, to which a start sends the browser. */
  const start = async (name: OAuthProvider, query: Record<string, string> = {}): Promise<string> => {
    const answer = await go(startUrl(name, query))
    if (answer.status !== 302) throw new Error(`start answered ${answer.status}: ${await answer.text()}`)
    return answer.headers.get('Location') ?? ''
  }

  /** Performs the request with which the browser returns from the provider, in any response mode. */
  const comeBack = async (authorizeUrl: string): Promise<Response> => {
    const { redirectUri, responseMode, params } = fake.visit(authorizeUrl)
    if (responseMode === 'query') return go(`${redirectUri}?${params}`)
    const answer = await postFromApple({ provider }, redirectUri, params.toString())
    const to = answer.headers.get('Location')
    return to === null ? answer : go(new URL(to, redirectUri).href)
  }

  /** Signs in, and returns the URL of the application's page where that ends. */
  const signIn = async (name: OAuthProvider, query: Record<string, string> = {}): Promise<URL> => {
    const answer = await comeBack(await start(name, query))
    const location = answer.headers.get('Location')
    if (location === null) throw new Error(`the callback answered ${answer.status}: ${await answer.text()}`)
    return new URL(location)
  }

  /** The same with the call that the application's page makes then. */
  const authenticate = async (
    name: OAuthProvider,
    query: Record<string, string> = {},
    options: { session?: string; body?: Record<string, unknown> } = {},
  ) => {
    const url = await signIn(name, query)
    const token = url.searchParams.get('token')
    if (token === null) throw new Error(`there is no token in ${url}`)
    return provider.sdk(
      'POST',
      '/oauth/authenticate',
      { token, session_duration_minutes: 60, ...options.body },
      { session: options.session ?? null },
    )
  }

  return { cookies, go, startUrl, start, comeBack, signIn, authenticate }
}
