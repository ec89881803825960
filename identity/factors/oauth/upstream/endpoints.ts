import type { HttpEnv } from '@corroborate/server-kit/http'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { discoveryOf } from './discovery.ts'
import { answerProfile } from './profile-endpoint.ts'
import type { Answer, Row } from './row.ts'
import { rows } from './rows/index.ts'
import type { Said, Stage } from './stage.ts'
import { answerToken } from './token-endpoint.ts'

/** Token endpoints, profiles, keys and discovery documents of all providers, each at its `HOST/path`. */
export const createEndpoints = (stage: Stage): Hono<HttpEnv> => {
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
