import { passwords } from '@corroborate/wire/passwords'
import { canReadCpu, noCpu } from './cpu.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { inRounds } from './in-rounds.ts'
import { buildKeycloak, isKeycloakHere, keycloakVersion, makeRealm, noKeycloak, startKeycloak } from './keycloak.ts'
import { type Client, introspect, requestTokens } from './oauth-calls.ts'
import { administer, requestSdk, startProvider, type Variables } from './our-servers.ts'
import { megabytes, residentMegabytes } from './resident-memory.ts'
import { perSecond, ratePerSecond } from './routes.ts'
import { beside, notMeasured, type Options, orWhyNot, type Row, type Run } from './row.ts'
import { counted, median, ratioOfMedians } from './statistics.ts'
import { untilReady } from './until-ready.ts'

/** So many ask at once, each again when it has its answer. */
const people = 8
const rounds = 5
const seconds = 2
/** Warm-up rounds. Long enough for Java to compile the hot code. */
const warmUp = 15
const patience = 60_000
const password = 'lantern-gravel-opus-41'
const emails = Array.from({ length: people }, (_, n) => `n${n}@example.org`)
const api = 'https://api.example.org/'
const publicToken = 'public-token-test-00000000-0000-4000-8000-0000000be7c4'

type Tokens = { access_token: string }
/** A provider as applications and people meet it, started for the second time: its tables are there. */
type Side = {
  seconds: number
  memory: () => number
  token: () => Promise<Tokens>
  introspect: (token: string) => Promise<void>
  logIn: (person: number) => Promise<unknown>
  stop: () => Promise<unknown>
}

const openOurs = async (variables: Variables): Promise<Side> => {
  const settings = { IDENTITY_PUBLIC_TOKEN: publicToken, ...variables }
  const first = await startProvider(settings)
  const run = <R>(...words: string[]) => administer<R>(first.variables, words)
  await run('project', 'set', publicToken, '--client-credentials', 'on', '--api-resource', `${api}=read`)
  const app = await run<{ client_id: string; client_secret: string; issuer: string }>(
    ...['app', 'create', '--name', 'Bench', '--redirect', 'https://reader.example.org/back'],
    ...['--client-credentials', 'on', '--resource', api, '--scope', 'read'],
  )
  await first.stop()
  const began = performance.now()
  const provider = await startProvider(first.variables)
  await untilReady(`${provider.origin}/health/ready`, patience)
  const ready = (performance.now() - began) / 1_000
  const bodyOf = (person: number) => ({ email: emails[person], password, session_duration_minutes: 60 })
  for (const n of emails.keys()) await requestSdk(provider.origin, publicToken, passwords.create, { body: bodyOf(n) })
  const client: Client = { id: app.client_id, secret: app.client_secret }
  const fields = { grant_type: 'client_credentials', resource: api, scope: 'read' }
  return {
    seconds: ready,
    memory: () => residentMegabytes(provider.pid),
    token: () => requestTokens(`${app.issuer}/oauth2/token`, client, fields),
    introspect: token => introspect(`${app.issuer}/oauth2/introspect`, client, token),
    logIn: person => requestSdk(provider.origin, publicToken, passwords.authenticate, { body: bodyOf(person) }),
    stop: provider.stop,
  }
}

const openTheirs = async (database: string): Promise<Side> => {
  await buildKeycloak()
  const client: Client = { id: 'bench', secret: 'secret' }
  const first = await startKeycloak(database)
  await makeRealm(first, { realm: 'bench', client, people: emails, password }).finally(first.stop)
  const { origin, seconds, pids, stop } = await startKeycloak(database)
  const endpoint = `${origin}/realms/bench/protocol/openid-connect/token`
  return {
    seconds,
    memory: () => Math.max(...pids().map(residentMegabytes)),
    token: () => requestTokens(endpoint, client, { grant_type: 'client_credentials' }),
    introspect: token => introspect(`${endpoint}/introspect`, client, token),
    logIn: person => {
      const fields = { grant_type: 'password', scope: 'openid', username: emails[person] ?? '', password }
      return requestTokens(endpoint, client, fields)
    },
    stop,
  }
}

/** An operation measured on both providers, with the parts that differ between them. */
type Act = {
  name: string
  differs: string
  of: (side: Side) => Promise<(person: number) => Promise<unknown>>
}
const acts: readonly Act[] = [
  {
    name: 'tokens by client credentials',
    differs: 'ours are opaque and kept, theirs are signed',
    of: async side => side.token,
  },
  {
    name: 'introspection',
    differs: 'each of its own tokens',
    of: async side => {
      const { access_token } = await side.token()
      return () => side.introspect(access_token)
    },
  },
  {
    name: 'log-ins by password',
    differs:
      'ours by passwords/authenticate, with a session and a JWT; theirs by its direct grant, with a session and three JWTs; argon2id of each as it comes',
    of: async side => side.logIn,
  },
]

const rateRow = async ({ name, differs, of }: Act, ours: Side, theirs: Side, { quick }: Options): Promise<Row> => {
  const [mine, other] = [await of(ours), await of(theirs)]
  const load = { people, seconds: quick ? 1 : seconds }
  for (const act of [mine, other]) await ratePerSecond({ people, seconds: quick ? 3 : warmUp }, act)
  const rates = await inRounds(quick ? 3 : rounds, {
    ours: () => ratePerSecond(load, mine),
    theirs: () => ratePerSecond(load, other),
  })
  const note = `${perSecond(median(rates.ours))} against ${perSecond(median(rates.theirs))}; ${differs}; ${people} at once over HTTP, median of ${rounds} rounds of ${seconds} s, after ${warmUp} s to warm each up`
  return beside(`${name}, beside Keycloak`, ratioOfMedians(rates.ours, rates.theirs), { better: 'more', note })
}

const measure = async (ours: Side, theirs: Side, options: Options): Promise<Row[]> => {
  const rates: Row[] = []
  for (const act of acts)
    rates.push(...(await orWhyNot(act.name, async () => [await rateRow(act, ours, theirs, options)])))
  const [held, heldByThem] = [ours.memory(), theirs.memory()]
  const versions = `Keycloak ${keycloakVersion} in its production mode, without other nodes; each on a PostgreSQL database of its own`
  return [
    ...rates,
    beside('ready after the start, beside Keycloak', counted(ours.seconds / theirs.seconds), {
      better: 'less',
      note: `${ours.seconds.toFixed(1)} s against ${theirs.seconds.toFixed(1)} s, once: the second start, on a database that is there. ${versions}`,
    }),
    beside('memory after these measurements, beside Keycloak', counted(held / heldByThem), {
      better: 'less',
      note: `${megabytes(held)} against ${megabytes(heldByThem)}, resident set of the server's process. ${versions}`,
    }),
  ]
}

export const run: Run = async options => {
  const name = 'the provider beside Keycloak'
  if (!isKeycloakHere) return [notMeasured(name, noKeycloak)]
  if (!canReadCpu) return [notMeasured(name, noCpu)]
  const rows = await inNewFolder(folder =>
    inNewDatabase(mine =>
      inNewDatabase(async other => {
        const theirs = await openTheirs(other.url)
        try {
          const ours = await openOurs({ DATA_DIR: folder, IDENTITY_DATABASE_URL: mine.url })
          return await measure(ours, theirs, options).finally(ours.stop)
        } finally {
          await theirs.stop()
        }
      }),
    ),
  )
  return rows ?? [notMeasured(name, noPostgres)]
}
