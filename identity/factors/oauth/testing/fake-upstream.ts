import { generateKeyPairSync } from 'node:crypto'
import type { HttpEnv } from '@corroborate/server-kit/http'
import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import type { JWTPayload } from 'jose'
import { SignJWT, UnsecuredJWT } from 'jose'
import {
  type Answer,
  type Callback,
  type Client,
  createUpstream,
  type Person,
  rows,
  type Said,
} from '../upstream/index.ts'

/** A person with an account at every provider. The ids have the form of each provider. */
export const adaAt = (provider: OAuthProvider): Person => ({
  subject: subjects[provider] ?? '1234567890',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  isVerified: true,
  picture: 'https://pictures.example.org/ada.png',
  locale: 'en',
})

const subjects: Partial<Record<OAuthProvider, string>> = {
  microsoft: '11111111-2222-4333-8444-555555555555',
  apple: '000123.0123456789abcdef0123456789abcdef.0123',
  salesforce: '005000000000001AAA',
  slack: 'U0123456789',
  amazon: 'amzn1.account.AHABCDEFGHIJKLMNOPQRSTUVWXYZ',
  bitbucket: '{11111111-2222-4333-8444-555555555555}',
  linkedin: '782bbtaQ',
  coinbase: '11111111-2222-4333-8444-555555555555',
  tiktok: '-000abcdef',
  snapchat: 'CAESIPiRBp0e5gLDq7VVurQ3rVdmdbqxpOJWynjyBL',
  yahoo: 'FSVIDUW3D7FSVIDUW3D72F2F',
}

type Change<T> = (honest: T) => T

/** Deviations of a provider from correct behavior. */
export type Lies = {
  /** Another person. */
  person?: Partial<Person>
  claims?: Change<JWTPayload>
  /** Invalid id_token signatures: none, HMAC with a secret, or an unpublished key or `kid`. */
  signature?: 'none' | 'stripped' | 'HS256' | 'foreign key' | 'unknown kid'
  /** Parameters of the callback. */
  callback?: (params: URLSearchParams) => void
  /** The person refuses. */
  isRefused?: boolean
} & Partial<Record<Said, (honest: Answer) => Response | Answer | Promise<Response | Answer>>>

/** A request that came in, as it was sent. */
export type Logged = {
  method: string
  /** `HOST/path`, without the query. */
  address: string
  query: URLSearchParams
  headers: Headers
  form: URLSearchParams
  body: string
}

const appleKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The credentials of an operator's one client at each provider. */
export const registered = {
  clientId: (provider: OAuthProvider) => `client-of-${provider}`,
  // Characters with more than one encoding in a Basic header.
  clientSecret: 'a-secret_of~two.parts+and/more=',
  apple: {
    teamId: 'TEAM123456',
    keyId: 'KEY1234567',
    privateKey: appleKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
}

/**
 * Starts a local fake server for all social providers (`upstream/`). `https://HOST/path` is `${url}/HOST/path`. `close` it at the end. Each
 * test sets the signed-in user and the provider's misbehavior.
 */
export const openFakeUpstream = async () => {
  const log: Logged[] = []
  let lies: Partial<Record<OAuthProvider, Lies>> = {}
  let redirectUris: (uri: string) => boolean = () => true
  const ended = new AbortController()

  const clientOf = (provider: OAuthProvider): Client => ({
    clientId: registered.clientId(provider),
    secret: provider === 'apple' ? { ...registered.apple, publicKey: appleKeys.publicKey } : registered.clientSecret,
    isRedirectUri: uri => redirectUris(uri),
  })

  const upstream = createUpstream({
    base: 'http://127.0.0.1',
    clientOf,
    now: Date.now,
    voice: {
      claims: (claims, provider) => lies[provider]?.claims?.(claims) ?? claims,
      sign: (honest, claims, provider) => sign(lies[provider]?.signature, honest, claims),
      answer: (said, honest, provider) => lies[provider]?.[said]?.(honest) ?? honest,
    },
  })

  const app = new Hono<HttpEnv>()
  app.use('*', async (c, next) => {
    const url = new URL(c.req.url)
    const body = await c.req.raw.clone().text()
    log.push({
      method: c.req.method,
      address: url.pathname.slice(1),
      query: url.searchParams,
      headers: c.req.raw.headers,
      form: new URLSearchParams(body),
      body,
    })
    await next()
  })
  app.route('/', upstream.app)
  const life = createLifecycle()
  const { port } = await life.listen({ name: 'fake upstream', app, port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    log,
    /** Requests to a host and path. */
    asked: (address: string) => log.filter(request => request.address === address),
    /** From now on a provider lies about this. The others stay as they were. */
    lie: (provider: OAuthProvider, about: Lies) => {
      lies = { ...lies, [provider]: about }
    },
    beHonest: () => {
      lies = {}
    },
    /** Only these redirect URIs are registered from now on. */
    register: (isRedirectUri: (uri: string) => boolean) => {
      redirectUris = isRedirectUri
    },
    rotateKeys: upstream.rotateKeys,
    /** Ends answers that hang, and the server. */
    close: async () => {
      ended.abort()
      await life.end()
    },
    ended: ended.signal,
    credential: upstream.credential,
    /**
     * Returns the callback of an authorize URL, with Ada signed in and consenting.
     * @throws if the provider would show an error page
     */
    visit: (authorizeUrl: string): Callback & { provider: OAuthProvider } => {
      const { pathname, searchParams } = new URL(authorizeUrl)
      const provider = oauthProviders.find(each =>
        new RegExp(`^/${rows[each].authorize.replace(/:\w+/, '[^/]+')}$`).test(pathname),
      )
      if (provider === undefined) throw new Error(`${pathname} is no authorize page.`)
      const reading = upstream.read(provider, searchParams)
      const { person, isRefused, callback: change } = lies[provider] ?? {}
      if (reading.kind === 'unknown') throw new Error(reading.reason)
      const callback =
        reading.kind === 'refused'
          ? upstream.refuse(provider, reading.asked, reading.error, reading.reason)
          : isRefused
            ? upstream.cancel(provider, reading.asked)
            : upstream.allow(provider, reading.asked, { ...adaAt(provider), ...person })
      change?.(callback.params)
      return { ...callback, provider }
    },
  }
}
export type FakeUpstream = Awaited<ReturnType<typeof openFakeUpstream>>

const sign = async (how: Lies['signature'], honest: () => Promise<string>, claims: JWTPayload): Promise<string> => {
  switch (how) {
    case undefined:
      return honest()
    case 'none':
      return new UnsecuredJWT(claims).encode()
    case 'stripped':
      return `${(await honest()).split('.').slice(0, 2).join('.')}.`
    case 'HS256':
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(registered.clientSecret.padEnd(32)))
    case 'foreign key':
    case 'unknown kid': {
      const [header = ''] = (await honest()).split('.')
      const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
      const { privateKey } =
        alg === 'RS256'
          ? generateKeyPairSync('rsa', { modulusLength: 2048 })
          : generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return new SignJWT(claims)
        .setProtectedHeader({ alg, kid: how === 'foreign key' ? kid : 'nobody' })
        .sign(privateKey)
    }
  }
}
