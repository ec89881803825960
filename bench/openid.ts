import { createHash, randomBytes } from 'node:crypto'
import { idp } from '@corroborate/wire/idp'
import { passwords } from '@corroborate/wire/passwords'
import { type HttpCall, perSecond, send, sendWell } from './calls.ts'
import { canReadCpu, cpuSpent, noCpu, type Processes } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { openRivalProvider } from './openid-rival.ts'
import { administer, askSdk, startProvider, type Variables } from './our-servers.ts'
import { type Bench, judge, notMeasured, type Options, type Row } from './row.ts'
import { median, quantile, shuffled } from './statistics.ts'

/** So many people, each with a session, go through it at once. */
const people = 4
const goal = 0.6
const back = 'https://reader.example.org/back'
const publicToken = 'public-token-test-00000000-0000-4000-8000-0000000be7c4'
const verifier = randomBytes(32).toString('base64url')
const asked = {
  redirect_uri: back,
  response_type: 'code',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

/** A provider as an application meets it. `newCode` is what a person's browser does who has allowed it before. */
type Side = {
  endpoints: { token: string; introspect: string }
  client: { id: string; secret: string }
  newCode: (person: number, scope: string) => Promise<string>
  /** Whose CPU it takes. */
  processes: Processes
  close: () => Promise<unknown>
}

type Tokens = { access_token: string; refresh_token: string }

const form = (url: string, { id, secret }: Side['client'], fields: Record<string, string>): HttpCall => ({
  method: 'POST',
  url,
  headers: {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields).toString(),
})

const tokensFor = async ({ endpoints, client }: Side, fields: Record<string, string>): Promise<Tokens> =>
  JSON.parse((await sendWell(form(endpoints.token, client, fields))).text)

const signIn = async (side: Side, person: number, scope = 'openid email'): Promise<Tokens> => {
  const code = await side.newCode(person, scope)
  return tokensFor(side, { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier })
}

const openOurs = async (variables: Variables, backends: Processes): Promise<Side> => {
  const provider = await startProvider({ IDENTITY_PUBLIC_TOKEN: publicToken, ...variables })
  const app = await administer<{ client_id: string; client_secret: string; issuer: string }>(provider.variables, [
    ...['app', 'create', '--name', 'Bench', '--redirect', back],
  ])
  const sessions: string[] = []
  for (let n = 0; n < people; n++) {
    const body = { email: `n${n}@example.org`, password: 'lantern-gravel-opus-41', session_duration_minutes: 60 }
    const signedUp = await askSdk<{ session_token: string }>(provider.origin, publicToken, passwords.create, { body })
    sessions.push(signedUp.session_token)
  }
  return {
    endpoints: { token: `${app.issuer}/oauth2/token`, introspect: `${app.issuer}/oauth2/introspect` },
    client: { id: app.client_id, secret: app.client_secret },
    newCode: async (person, scope) => {
      const session = sessions[person] ?? null
      const body = { client_id: app.client_id, ...asked, scopes: scope.split(' ') }
      const ask = <R>(call: (typeof idp)['authorizeStart' | 'authorizeSubmit'], said: object) =>
        askSdk<R>(provider.origin, publicToken, call, { body: said, session })
      await ask(idp.authorizeStart, body)
      const { authorization_code } = await ask<{ authorization_code: string }>(idp.authorizeSubmit, {
        ...body,
        consent_granted: true,
      })
      return authorization_code
    },
    processes: async () => [provider.pid, ...(await backends())],
    close: provider.stop,
  }
}

const openTheirs = async (): Promise<Side> => {
  const { origin, pid, close } = await openRivalProvider()
  const cookies = Array.from({ length: people }, () => new Map<string, string>())
  return {
    endpoints: { token: `${origin}/token`, introspect: `${origin}/token/introspection` },
    client: { id: 'bench', secret: 'secret' },
    newCode: async (person, scope) => {
      const kept = cookies[person] ?? new Map<string, string>()
      const wanted = { client_id: 'bench', ...asked, scope, login_hint: `person-${person}` }
      const consent = scope.includes('offline_access') ? { prompt: 'consent' } : {}
      let url = `${origin}/auth?${new URLSearchParams({ ...wanted, ...consent })}`
      for (let hops = 0; hops < 8; hops++) {
        const cookie = [...kept].map(pair => pair.join('=')).join('; ')
        const answer = await send({ method: 'GET', url, headers: { cookie } })
        for (const text of answer.cookies) kept.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1))
        const { location } = answer.headers
        if (location === undefined) throw new Error(`${url} answered ${answer.status}: ${answer.text}`)
        const next = new URL(location, origin)
        const code = next.searchParams.get('code')
        if (next.href.startsWith(back)) {
          if (code === null) throw new Error(next.href)
          return code
        }
        url = next.href
      }
      throw new Error(`${url} leads in a circle.`)
    },
    processes: async () => [pid],
    close,
  }
}

/** What is measured of a side: each begins with people who have all signed in once. */
const acts = {
  'code flow': async (side: Side) => (person: number) => signIn(side, person),
  refresh: async (side: Side) => {
    const tokens: string[] = []
    for (let n = 0; n < people; n++) tokens.push((await signIn(side, n, 'openid email offline_access')).refresh_token)
    return async (person: number) => {
      const fields = { grant_type: 'refresh_token', refresh_token: tokens[person] ?? '' }
      tokens[person] = (await tokensFor(side, fields)).refresh_token
    }
  },
  introspection: async (side: Side) => {
    const tokens: string[] = []
    for (let n = 0; n < people; n++) tokens.push((await signIn(side, n)).access_token)
    return async (person: number) => {
      const call = form(side.endpoints.introspect, side.client, { token: tokens[person] ?? '' })
      const { text } = await sendWell(call)
      if (!text.includes('"active":true')) throw new Error(text)
    }
  },
} as const

const measure = async (
  engine: string,
  { variables, backends }: { variables: Variables; backends: Processes },
  quick: boolean,
): Promise<Row[]> => {
  const ours = await openOurs(variables, backends)
  const theirs = await openTheirs()
  const [rounds, times] = quick ? [3, 25] : [7, 100]
  const rows: Row[] = []
  for (const [name, prepare] of Object.entries(acts)) {
    const sides = await Promise.all(
      [ours, theirs].map(async side => ({ side, act: await prepare(side), costs: [] as number[] })),
    )
    for (let round = -1; round < rounds; round++) {
      for (const { side, act, costs } of shuffled(sides)) {
        const cost = await cpuSpent(side.processes, () =>
          Promise.all(
            Array.from({ length: people }, async (_, person) => {
              for (let time = 0; time < times; time++) await act(person)
            }),
          ),
        )
        // The first round warms both up.
        if (round >= 0) costs.push(cost / (people * times))
      }
    }
    const [mine = [], bare = []] = sides.map(({ costs }) => costs)
    const ratio = median(mine.map((cost, round) => (bare[round] ?? Number.NaN) / cost))
    const rate = (costs: number[]) => perSecond(1_000_000 / median(costs))
    rows.push({
      name: `${name}, ${engine}`,
      figure: `${ratio.toFixed(2)}×`,
      limit: `≥ ${goal}×`,
      verdict: judge(ratio >= goal),
      note: `${rate(mine)} against ${rate(bare)} of bare oidc-provider, which keeps everything in memory: what one core does by the CPU that each takes, connections to PostgreSQL included; ${people} people at once, median of ${rounds} interleaved rounds of ${people * times}${name === 'code flow' ? '; ours is what the consent page asks, its answer, and the tokens' : ''}`,
    })
  }
  rows.push(await introspectionTimes(engine, ours, quick))
  await ours.close()
  await theirs.close()
  return rows
}

const introspectionTimes = async (engine: string, side: Side, quick: boolean): Promise<Row> => {
  const act = await acts.introspection(side)
  const calls = quick ? 300 : 3_000
  const times: number[] = []
  for (let n = 0; n < calls; n++) {
    const began = performance.now()
    await act(n % people)
    times.push(performance.now() - began)
  }
  return {
    name: `introspection, p99, ${engine}`,
    figure: `${quantile(times, 0.99).toFixed(1)} ms`,
    limit: '–',
    verdict: '',
    note: `median ${median(times).toFixed(1)} ms; ${calls.toLocaleString('en-US')} calls over HTTP, one after another`,
  }
}

const run = async ({ quick }: Options): Promise<Row[]> => {
  if (!canReadCpu) return [notMeasured('OpenID', `≥ ${goal}×`, noCpu)]
  return inNewFolder(async folder => {
    const here = { variables: { DATA_DIR: folder }, backends: async () => [] }
    const sqlite = await measure('SQLite', here, quick)
    const postgres = await inNewDatabase(({ url, backends }) =>
      measure('PostgreSQL', { variables: { DATA_DIR: folder, IDENTITY_DATABASE_URL: url }, backends }, quick),
    )
    return [...sqlite, ...(postgres ?? [notMeasured('OpenID, PostgreSQL', `≥ ${goal}×`, noPostgres)])]
  })
}

export const bench: Bench = { title: 'OpenID provider', run }
