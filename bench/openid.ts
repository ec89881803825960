import { createHash, randomBytes } from 'node:crypto'
import { idp } from '@corroborate/wire/idp'
import { passwords } from '@corroborate/wire/passwords'
import { type Act, type CostAndWait, costAndWait, milliseconds } from './cost-and-wait.ts'
import { canReadCpu, noCpu } from './cpu.ts'
import { type Client, introspect, requestTokens } from './oauth-calls.ts'
import { type Engine, onBothEngines } from './on-both-engines.ts'
import { administer, type Provider, requestSdk, startProvider } from './our-servers.ts'
import { notMeasured, type Options, observation, orWhyNot, type Row, type Run } from './row.ts'

/** So many people, each with a session, go through it at once. */
const people = 4
const samples = { rounds: 7, times: 100, alone: 1_000 }
const few = { rounds: 2, times: 25, alone: 100 }
const back = 'https://reader.example.org/back'
const publicToken = 'public-token-test-00000000-0000-4000-8000-0000000be7c4'
const verifier = randomBytes(32).toString('base64url')
const asked = {
  redirect_uri: back,
  response_type: 'code',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

type Tokens = { access_token: string; refresh_token: string }
/** A client application, and the browser steps of a user who has already granted consent. */
type Application = {
  client: Client
  issuer: string
  signIn: (person: number, scope?: string) => Promise<Tokens>
}

const openApplication = async (provider: Provider): Promise<Application> => {
  const words = ['app', 'create', '--name', 'Bench', '--redirect', back]
  const app = await administer<{ client_id: string; client_secret: string; issuer: string }>(provider.variables, words)
  const sessions: string[] = []
  for (let n = 0; n < people; n++) {
    const body = { email: `n${n}@example.org`, password: 'lantern-gravel-opus-41', session_duration_minutes: 60 }
    const signedUp = await requestSdk<{ session_token: string }>(provider.origin, publicToken, passwords.create, {
      body,
    })
    sessions.push(signedUp.session_token)
  }
  const client = { id: app.client_id, secret: app.client_secret }
  return {
    client,
    issuer: app.issuer,
    signIn: async (person, scope = 'openid email') => {
      const session = sessions[person] ?? null
      const body = { client_id: app.client_id, ...asked, scopes: scope.split(' ') }
      await requestSdk(provider.origin, publicToken, idp.authorizeStart, { body, session })
      const { authorization_code } = await requestSdk<{ authorization_code: string }>(
        provider.origin,
        publicToken,
        idp.authorizeSubmit,
        { body: { ...body, consent_granted: true }, session },
      )
      const fields = { grant_type: 'authorization_code', code: authorization_code, redirect_uri: back }
      return requestTokens<Tokens>(`${app.issuer}/oauth2/token`, client, { ...fields, code_verifier: verifier })
    },
  }
}

/** Measured operations. Each starts with users who have all signed in once. */
const acts: Readonly<Record<string, (application: Application) => Promise<Act>>> = {
  'code flow': async ({ signIn }) => signIn,
  refresh: async ({ signIn, issuer, client }) => {
    const tokens: string[] = []
    for (let n = 0; n < people; n++) tokens.push((await signIn(n, 'openid email offline_access')).refresh_token)
    return async person => {
      const fields = { grant_type: 'refresh_token', refresh_token: tokens[person] ?? '' }
      tokens[person] = (await requestTokens<Tokens>(`${issuer}/oauth2/token`, client, fields)).refresh_token
    }
  },
  introspection: async ({ signIn, issuer, client }) => {
    const tokens: string[] = []
    for (let n = 0; n < people; n++) tokens.push((await signIn(n)).access_token)
    return person => introspect(`${issuer}/oauth2/introspect`, client, tokens[person] ?? '')
  },
}

const rowOf = (what: string, engine: string, { cpu, waits }: CostAndWait): Row => {
  const calls = what === 'code flow' ? '; what the consent page asks, its answer, and the tokens' : ''
  return observation(
    `${what}, ${engine}`,
    `${milliseconds(cpu / 1_000)} of CPU`,
    `all threads of the provider, connections to PostgreSQL included; ${people} people at once, median of ${samples.rounds} rounds of ${people * samples.times}. An application alone waits ${milliseconds(waits.median)}, 95 of 100 within ${milliseconds(waits.most)}${calls}`,
  )
}

const measure = async ({ name, variables, backends }: Engine, { quick }: Options): Promise<Row[]> => {
  const provider = await startProvider({ IDENTITY_PUBLIC_TOKEN: publicToken, ...variables })
  try {
    const application = await openApplication(provider)
    const processes = async () => [provider.pid, ...(await backends())]
    const rows: Row[] = []
    for (const [what, prepare] of Object.entries(acts)) {
      const measureAct = async () => {
        const act = await prepare(application)
        const found = await costAndWait(act, processes, { people, ...(quick ? few : samples) })
        return [rowOf(what, name, found)]
      }
      rows.push(...(await orWhyNot(`${what}, ${name}`, measureAct)))
    }
    return rows
  } finally {
    await provider.stop()
  }
}

export const run: Run = async options =>
  canReadCpu ? onBothEngines('OpenID', engine => measure(engine, options)) : [notMeasured('OpenID', noCpu)]
