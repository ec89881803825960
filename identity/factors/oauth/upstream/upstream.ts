import { randomUUID } from 'node:crypto'
import type { HttpEnv } from '@corroborate/server-kit/http'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { allowed, type Callback, cancelled, type Reading, readAuthorization, refused } from './authorize.ts'
import type { Person } from './person.ts'
import type { Answer, Asked, Row } from './row.ts'
import { rows } from './rows/index.ts'
import { codeLasts, createKeys, createProcessMemory, type Said, type Stage } from './stage.ts'
import { answerToken, readWord, signIdToken, stolenNote, writeWord } from './token-endpoint.ts'

/** The discovery document of a provider (OpenID Connect Discovery §4.2), with the addresses at which it is played. Pure. */
export const discoveryOf = (
  base: string,
  { issuer, authorize, token, keys, algorithm, profiles }: Row,
): Record<string, unknown> => {
  const at = (address: string | null) =>
    address === null ? undefined : `${base}/${address.replace(':tenant', 'common')}`
  const userInfo = Object.keys(profiles).find(call => /userinfo|openid/i.test(call))
  return {
    issuer,
    authorization_endpoint: at(authorize),
    token_endpoint: at(token),
    userinfo_endpoint: at(userInfo?.replace(/^\w+ /, '') ?? null),
    jwks_uri: at(keys),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
  }
}

/** Responds to a profile request. @param call method and address, a key of its `profiles` */
const answerProfile = async (
  stage: Stage,
  provider: OAuthProvider,
  call: string,
  request: Request,
): Promise<Answer> => {
  const { memory, clientOf } = stage
  const row = rows[provider]
  const query = new URL(request.url).searchParams
  const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
  const accessToken = bearer ?? query.get('access_token') ?? ''
  const kept = readWord(stage, 'access', provider, accessToken)
  const answer = row.profiles[call]
  if (kept === null || answer === undefined || (await memory.isNoted(stolenNote(kept.code)))) return row.unauthorized
  const { secret } = clientOf(provider)
  const clientSecret = typeof secret === 'string' ? secret : ''
  return answer({ ...kept, accessToken }, { headers: request.headers, query, body: await request.text(), clientSecret })
}

/** Token endpoints, profiles, keys and discovery documents of all providers, each at its `HOST/path`. */
const createEndpoints = (stage: Stage): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  for (const provider of oauthProviders) addProvider(app, stage, provider)
  return app
}

const addProvider = (app: Hono<HttpEnv>, stage: Stage, provider: OAuthProvider): void => {
  const { base, voice, keys } = stage
  const row = rows[provider]
  const say = async (said: Said, honest: Answer): Promise<Response> => {
    const told = (await voice.answer?.(said, honest, provider)) ?? honest
    return told instanceof Response ? told : Response.json(told.body, { status: told.status })
  }
  app.post(`/${row.token}`, async c =>
    inTheFormOf(row, c.req.raw, await say('token', await answerToken(stage, provider, c.req.raw))),
  )
  for (const call of Object.keys(row.profiles)) {
    const [method = '', address = ''] = call.split(' ')
    app.on(method, `/${address}`, async c => say('profile', await answerProfile(stage, provider, call, c.req.raw)))
  }
  if (row.keys !== null) {
    app.get(`/${row.keys}`, async () => say('keys', { status: 200, body: await keys.jwks(row.algorithm) }))
  }
  if (row.discovery !== null) {
    app.get(`/${row.discovery}`, () => say('discovery', { status: 200, body: discoveryOf(base, row) }))
  }
}

/** Form-encodes GitHub's response unless the client requests JSON. */
const inTheFormOf = async (row: Row, request: Request, answer: Response): Promise<Response> => {
  const wantsForm = row === rows.github && !(request.headers.get('Accept') ?? '').includes('json')
  if (!wantsForm) return answer
  const body = new URLSearchParams((await answer.json()) as Record<string, string>)
  return new Response(body, { status: answer.status })
}

/** `voice` is the truth when left out, and `memory` that of this process. */
export type UpstreamOptions = Pick<Stage, 'base' | 'clientOf' | 'now'> & Partial<Pick<Stage, 'voice' | 'memory'>>

/**
 * Serves all social providers from one server: authorization requests, token endpoint, profiles, keys and discovery documents, each as its
 * provider does (`rows/`). The caller determines the user and their consent.
 */
export const createUpstream = ({ voice = {}, memory = createProcessMemory(), ...options }: UpstreamOptions) => {
  const stage: Stage = { ...options, voice, memory, keys: createKeys(memory) }
  const { clientOf, now } = stage
  /** Earlier grants in this process: Apple returns a name only the first time. */
  const known = new LRUCache<string, true>({ max: 5000 })

  return {
    /** Token endpoints, profiles, keys and discovery documents. The authorize pages are the caller's. */
    app: createEndpoints(stage),
    rotateKeys: stage.keys.rotate,
    read: (provider: OAuthProvider, query: URLSearchParams): Reading =>
      readAuthorization(rows[provider], clientOf(provider), query),
    /** Grants a client's request on behalf of a user. */
    allow: (provider: OAuthProvider, asked: Asked, person: Person): Callback => {
      const relation = `${provider} ${asked.clientId} ${person.subject}`
      const isFirst = !known.has(relation)
      known.set(relation, true)
      const given = { kind: 'code', provider, query: asked.query.toString(), person, isFirst, code: '' } as const
      const code = writeWord(stage, { ...given, expiresAt: now() + codeLasts })
      return allowed(rows[provider], { asked, person, isFirst, accessToken: '' }, code)
    },
    /** The person refuses. */
    cancel: (provider: OAuthProvider, asked: Asked): Callback => cancelled(rows[provider], asked),
    /** The provider refuses. */
    refuse: (provider: OAuthProvider, asked: Asked, error: string, reason: string): Callback =>
      refused(rows[provider], asked, error, reason),
    /** Returns the credential that Google One Tap gives a page: an id_token without a code. */
    credential: (clientId: string, person: Person, nonce: string | null): Promise<string> => {
      const scopes = ['openid', 'email', 'profile']
      const asked = { clientId, scopes, query: new URLSearchParams() } as Partial<Asked> as Asked
      const claims = rows.google.claims?.({ asked, person, accessToken: '', isFirst: false })
      const about = { aud: clientId, jti: randomUUID(), ...(nonce !== null && { nonce }) }
      return signIdToken(stage, 'google', { ...claims, ...about })
    },
  }
}
export type Upstream = ReturnType<typeof createUpstream>
