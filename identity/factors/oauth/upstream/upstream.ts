import { createHash, randomUUID } from 'node:crypto'
import type { HttpEnv } from '@corroborate/server-kit/http'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import type { JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { allowed, type Callback, cancelled, type Reading, readAuthorization, refused } from './authorize.ts'
import { type Client, provesItself } from './clients.ts'
import { createKeys, halfHash, type Keys } from './keys.ts'
import { createProcessMemory, type Memory } from './memory.ts'
import type { Person } from './person.ts'
import type { Answer, Asked, Grant, Refusal, Row } from './row.ts'
import { rows } from './rows/index.ts'

/** What an answer is about. */
export type Said = 'token' | 'profile' | 'keys' | 'discovery'

/** How a provider says things. Left out, it tells the truth. */
export type Voice = {
  claims?: (claims: JWTPayload, provider: OAuthProvider) => JWTPayload
  sign?: (honest: () => Promise<string>, claims: JWTPayload, provider: OAuthProvider) => Promise<string>
  answer?: (said: Said, honest: Answer, provider: OAuthProvider) => Response | Answer | Promise<Response | Answer>
}

export type UpstreamOptions = {
  /** Where this server is: `https://HOST/path` of a provider is played at `${base}/HOST/path`. */
  base: string
  /** The one client that is registered at a provider. */
  clientOf: (provider: OAuthProvider) => Client
  /** Epoch milliseconds. */
  now: () => number
  voice?: Voice
  /** That of this process when left out. */
  memory?: Memory
}

const codeLasts = 10 * 60_000
const tokenLasts = 3_600_000

/** What a code or a token stands for: the request is read again from its query. */
type Word = {
  kind: 'code' | 'access' | 'refresh'
  provider: OAuthProvider
  query: string
  person: Person
  isFirst: boolean
  expiresAt: number
  /** Of tokens, the code they were given for. */
  code: string
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * All social providers as one server: authorize requests, the token endpoint, profiles, keys and discovery documents,
 * each as its provider speaks (`rows/`). Who somebody is, and whether they allow it, is the caller's to find out.
 */
export const createUpstream = ({
  base,
  clientOf,
  now,
  voice = {},
  memory = createProcessMemory(),
}: UpstreamOptions) => {
  const keys: Keys = createKeys(memory)
  /** Who allowed which client before, as far as this process knows: Apple tells a name once. */
  const known = new LRUCache<string, true>({ max: 5000 })

  /** What a text of ours stands for; null when it is none, of another kind or provider, or has expired. */
  const read = (kind: Word['kind'], provider: OAuthProvider, text: string): (Word & { asked: Asked }) | null => {
    const word = memory.read(text) as Word | null
    if (word?.kind !== kind || word.provider !== provider || word.expiresAt <= now()) return null
    const reading = readAuthorization(rows[provider], clientOf(provider), new URLSearchParams(word.query))
    return reading.kind === 'asked' ? { ...word, asked: reading.asked } : null
  }

  const idToken = (provider: OAuthProvider, claims: JWTPayload): Promise<string> => {
    const said = voice.claims?.(claims, provider) ?? claims
    const honest = () => keys.sign(rows[provider].algorithm, said)
    return voice.sign === undefined ? honest() : voice.sign(honest, said, provider)
  }

  const lifetime = () => {
    const issuedAt = Math.floor(now() / 1000)
    return { iat: issuedAt, exp: issuedAt + tokenLasts / 1000 }
  }

  /** What the token endpoint gives for a grant. */
  const issue = async (
    provider: OAuthProvider,
    { asked, person, isFirst, code }: Pick<Word, 'person' | 'isFirst' | 'code'> & { asked: Asked },
  ): Promise<Record<string, unknown>> => {
    const row = rows[provider]
    const given = { provider, query: asked.query.toString(), person, isFirst, code }
    const accessToken = memory.write({ ...given, kind: 'access', expiresAt: now() + tokenLasts } satisfies Word)
    const grant: Grant = { asked, person, isFirst, accessToken }
    const claims = row.claims?.(grant) ?? null
    const refreshToken = row.refreshes(asked)
      ? memory.write({ ...given, kind: 'refresh', expiresAt: Number.MAX_SAFE_INTEGER } satisfies Word)
      : null
    const usual = {
      access_token: grant.accessToken,
      token_type: 'Bearer',
      expires_in: tokenLasts / 1000,
      scope: grant.asked.scopes.join(row.separator),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
      ...(claims !== null && {
        id_token: await idToken(provider, {
          iss: row.issuer ?? undefined,
          aud: grant.asked.clientId,
          ...lifetime(),
          at_hash: halfHash(grant.accessToken),
          ...(row.repeatsNonce && grant.asked.nonce !== null && { nonce: grant.asked.nonce }),
          ...claims,
        } as JWTPayload),
      }),
    }
    return row.tokenAnswer(usual, grant)
  }

  const exchangeCode = async (provider: OAuthProvider, form: URLSearchParams): Promise<Answer> => {
    const row = rows[provider]
    const refuse = (refusal: Refusal) => row.refuse(refusal)
    const code = form.get('code') ?? ''
    const id = hashOf(code)
    // Whoever brings a code again has stolen it, or lost it to a thief: the tokens for it are good for nothing then.
    if (!(await memory.note(`code ${id}`, now() + tokenLasts))) {
      await memory.note(`stolen ${id}`, now() + tokenLasts)
      return refuse('invalid_grant')
    }
    const kept = read('code', provider, code)
    if (kept === null) return refuse('invalid_grant')
    const { asked } = kept
    if (form.get('redirect_uri') !== asked.redirectUri) return refuse('redirect_uri_mismatch')
    const verifier = form.get('code_verifier')
    if (row.pkce === 'forbidden' && verifier !== null) return refuse('invalid_client')
    if (row.pkce !== 'ignored' && !fits(asked.challenge, verifier)) return refuse('invalid_grant')
    return { status: 200, body: await issue(provider, { ...kept, code: id }) }
  }

  const exchangeToken = async (provider: OAuthProvider, form: URLSearchParams): Promise<Answer> => {
    const token = form.get('refresh_token') ?? ''
    const kept = read('refresh', provider, token)
    if (kept === null || !(await memory.note(`refresh ${hashOf(token)}`, now() + 365 * 24 * tokenLasts)))
      return rows[provider].refuse('invalid_grant')
    return { status: 200, body: await issue(provider, kept) }
  }

  const answerToken = async (provider: OAuthProvider, request: Request): Promise<Answer> => {
    const row = rows[provider]
    if (!request.headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded'))
      return row.refuse('invalid_request')
    const form = new URLSearchParams(await request.text())
    const client = clientOf(provider)
    if (!(await provesItself(row, client, request.headers.get('Authorization'), form)))
      return row.refuse('invalid_client')
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchangeCode(provider, form)
      case 'refresh_token':
        return exchangeToken(provider, form)
      default:
        return row.refuse('unsupported_grant_type')
    }
  }

  const answerProfile = async (provider: OAuthProvider, call: string, request: Request): Promise<Answer> => {
    const row = rows[provider]
    const query = new URL(request.url).searchParams
    const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
    const accessToken = bearer ?? query.get('access_token') ?? ''
    const kept = read('access', provider, accessToken)
    const answer = row.profiles[call]
    if (kept === null || answer === undefined || (await memory.isNoted(`stolen ${kept.code}`))) return row.unauthorized
    const { secret: clientSecret } = clientOf(provider)
    return answer(
      { ...kept, accessToken },
      {
        headers: request.headers,
        query,
        body: await request.text(),
        clientSecret: typeof clientSecret === 'string' ? clientSecret : '',
      },
    )
  }

  const discovery = (provider: OAuthProvider): Answer => {
    const row = rows[provider]
    const at = (address: string | null) =>
      address === null ? undefined : `${base}/${address.replace(':tenant', 'common')}`
    const userinfo = Object.keys(row.profiles).find(call => /userinfo|openid/i.test(call))
    return {
      status: 200,
      body: {
        issuer: row.issuer,
        authorization_endpoint: at(row.authorize),
        token_endpoint: at(row.token),
        userinfo_endpoint: at(userinfo?.replace(/^\w+ /, '') ?? null),
        jwks_uri: at(row.keys),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [row.algorithm],
      },
    }
  }

  const app = new Hono<HttpEnv>()
  for (const provider of oauthProviders) {
    const row = rows[provider]
    const say = async (said: Said, honest: Answer): Promise<Response> => {
      const told = (await voice.answer?.(said, honest, provider)) ?? honest
      return told instanceof Response ? told : Response.json(told.body, { status: told.status })
    }
    app.post(`/${row.token}`, async c =>
      inTheFormOf(row, c.req.raw, await say('token', await answerToken(provider, c.req.raw))),
    )
    for (const call of Object.keys(row.profiles)) {
      const [method = '', address = ''] = call.split(' ')
      app.on(method, `/${address}`, async c => say('profile', await answerProfile(provider, call, c.req.raw)))
    }
    if (row.keys !== null)
      app.get(`/${row.keys}`, async () => say('keys', { status: 200, body: await keys.jwks(row.algorithm) }))
    if (row.discovery !== null) app.get(`/${row.discovery}`, () => say('discovery', discovery(provider)))
  }

  return {
    /** Token endpoints, profiles, keys and discovery documents. The authorize pages are the caller's. */
    app,
    rotateKeys: keys.rotate,
    read: (provider: OAuthProvider, query: URLSearchParams): Reading =>
      readAuthorization(rows[provider], clientOf(provider), query),
    /** The person allows what a client asked for. */
    allow: (provider: OAuthProvider, asked: Asked, person: Person): Callback => {
      const relation = `${provider} ${asked.clientId} ${person.subject}`
      const isFirst = !known.has(relation)
      known.set(relation, true)
      const code = memory.write({
        kind: 'code',
        provider,
        query: asked.query.toString(),
        person,
        isFirst,
        expiresAt: now() + codeLasts,
        code: '',
      } satisfies Word)
      return allowed(rows[provider], { asked, person, isFirst, accessToken: '' }, code)
    },
    /** The person refuses. */
    cancel: (provider: OAuthProvider, asked: Asked): Callback => cancelled(rows[provider], asked),
    /** The provider refuses. */
    refuse: (provider: OAuthProvider, asked: Asked, error: string, reason: string): Callback =>
      refused(rows[provider], asked, error, reason),
    /** What Google's One Tap gives to a page: an id_token without a code. */
    credential: (clientId: string, person: Person, nonce: string | null): Promise<string> => {
      const scopes = ['openid', 'email', 'profile']
      const asked = { clientId, scopes, query: new URLSearchParams() } as Partial<Asked> as Asked
      const claims = rows.google.claims?.({ asked, person, accessToken: '', isFirst: false })
      return idToken('google', {
        ...claims,
        iss: rows.google.issuer ?? undefined,
        aud: clientId,
        jti: randomUUID(),
        ...lifetime(),
        ...(nonce !== null && { nonce }),
      } as JWTPayload)
    },
  }
}
export type Upstream = ReturnType<typeof createUpstream>

/** Whether a verifier is the one of the challenge; without a challenge there is none. */
const fits = (challenge: Asked['challenge'], verifier: string | null): boolean => {
  if (challenge === null) return verifier === null
  if (verifier === null) return false
  const made = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return made === challenge.value
}

/** GitHub answers as a form whoever does not ask for JSON. */
const inTheFormOf = async (row: Row, request: Request, answer: Response): Promise<Response> => {
  const wantsForm = row === rows.github && !(request.headers.get('Accept') ?? '').includes('json')
  if (!wantsForm) return answer
  const body = new URLSearchParams((await answer.json()) as Record<string, string>)
  return new Response(body, { status: answer.status })
}
