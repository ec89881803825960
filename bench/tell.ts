import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@corroborate/server-kit/database'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import type { SignInTables } from '../site/accounts/sign-in/index.ts'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { siteDatabaseFile, siteMigrations } from '../site/app/migrations.ts'
import { type Doi, parseDoi } from '../site/kit/doi/index.ts'
import type { WatchTables } from '../site/news/watches/index.ts'
import { type ActivityTables, recordActivity } from '../site/paper/activity/index.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startSite, type Variables } from './our-servers.ts'
import { send } from './routes.ts'
import { budget, notMeasured, orWhyNot, type Row, type Run } from './row.ts'
import { median } from './statistics.ts'

const doi = parseDoi('10.1177/0956797610383437') as Doi
const goals = { minutes: 5, slower: 1.5 }
/** Delay between sequential page requests, in ms. */
const pause = 20
const idleSeconds = 10

type Tables = WatchTables & ActivityTables & SignInTables & OutboxTables
type Place = { file: string } | { url: string; file: string }

/** Starts a mail server that accepts everything and signals when this many recipients have a mail. */
const startSink = async (people: number) => {
  const told = new Set<string>()
  const { promise: all, resolve } = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.resume()
      stream.once('end', () => {
        for (const { address } of envelope.rcptTo) told.add(address)
        done()
        if (told.size === people) resolve()
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return { url, all, told, close: () => new Promise<void>(done => server.close(() => done())) }
}

const open = (place: Place) => openDatabase<Tables>({ ...place, migrations: siteMigrations, now: Date.now })

const countRows = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

/** Subscribes this many users to the paper. */
const addWatchers = async (place: Place, people: number): Promise<void> => {
  const db = await open(place)
  const step = 1_000
  for (let first = 0; first < people; first += step) {
    const ids = Array.from({ length: Math.min(step, people - first) }, (_, n) => `u${first + n}`)
    const address = (id: string) => `${id}@example.org`
    await db.transaction().execute(async tx => {
      const account = { name: 'Ada', proved: 1, created_at: 0, updated_at: 0 }
      const accounts = ids.map(id => ({ ...account, user_id: id, email: address(id), mail_to: address(id) }))
      await tx.insertInto('accounts').values(accounts).execute()
      const watcher = { locale: 'en', frequencies: '{}', feed: null } as const
      await tx
        .insertInto('watchers')
        .values(ids.map(id => ({ ...watcher, person: `user:${id}` })))
        .execute()
      await tx
        .insertInto('watches')
        .values(ids.map(id => ({ person: `user:${id}`, doi, since: 0, seen_at: 0 })))
        .execute()
    })
  }
  await db.insertInto('paper_interest').values({ doi, watchers: people, claims: 0 }).execute()
  // In life they have come over months, and PostgreSQL has counted them long ago.
  await db.destroy()
  if ('url' in place) await countRows(place.url)
}

/** Retracts the paper and makes the site process the update immediately. */
const retract = async (place: Place): Promise<void> => {
  const db = await open(place)
  const now = Date.now()
  const by = { name: 'Retraction Watch', href: null }
  const what = { kind: 'retraction', key: 'bench', label: 'Retraction', outcome: null, detail: null } as const
  await recordActivity<Tables>(db, { ...what, doi, at: now, date: '2026-11-20', by, path: `/${doi}#known` }, now)
  await db.updateTable('outbox').set({ due_at: now }).where('kind', '=', 'watches.spread').execute()
  await db.destroy()
}

type Pages = { took: number; refused: number }

/** Measures the median latency of uncached pages in ms, and the number of rejected requests, until `until` resolves. */
const timePages = async (origin: string, until: Promise<unknown>): Promise<Pages> => {
  let over = false
  void until.then(() => {
    over = true
  })
  const took: number[] = []
  let refused = 0
  const headers = { accept: 'text/html', cookie: 'visitor=0123456789012345678901' }
  while (!over) {
    const began = performance.now()
    const { status } = await send({ method: 'GET', url: `${origin}/${doi}`, headers })
    if (status === 200) took.push(performance.now() - began)
    else refused++
    await sleep(pause)
  }
  return { took: median(took), refused }
}

const tell = async (engine: string, place: Place, variables: Variables, people: number): Promise<Row[]> => {
  await addWatchers(place, people)
  const sink = await startSink(people)
  const site = await startSite({ ...variables, SMTP_URL: sink.url, MAIL_FROM: 'papers@example.org' })
  try {
    await timePages(site.origin, sleep(2_000))
    const idle = await timePages(site.origin, sleep(idleSeconds * 1_000))
    const began = performance.now()
    await retract(place)
    const patience = AbortSignal.timeout(2 * goals.minutes * 60_000)
    const all = Promise.race([sink.all, once(patience, 'abort')])
    const busy = await timePages(site.origin, all)
    const seconds = (performance.now() - began) / 1_000
    if (sink.told.size < people) throw new Error(`Only ${sink.told.size} of ${people} people were told.`)
    const crowd = `${people.toLocaleString('en-US')} watchers told of a retraction, ${engine}`
    const slower = busy.took / idle.took
    return [
      budget({
        name: crowd,
        felt: 'Readers who watch a paper hear that it is retracted.',
        figure: `${seconds.toFixed(0)} s`,
        limit: `≤ ${goals.minutes * 60} s`,
        isMet: seconds <= goals.minutes * 60,
        note: `Until a mail server on the same machine, in the process that measures, has accepted the last mail; ${Math.round(people / seconds)} mails a second.`,
      }),
      budget({
        name: `the paper’s page meanwhile, ${engine}`,
        felt: 'The mails bring readers to the page while others are still sent.',
        figure: `${slower.toFixed(2)}×`,
        limit: `≤ ${goals.slower}×`,
        isMet: slower <= goals.slower && busy.refused <= idle.refused,
        note: `Median ${busy.took.toFixed(1)} ms against ${idle.took.toFixed(1)} ms before, refused ${busy.refused} against ${idle.refused}; one request after the other, ${pause} ms between.`,
      }),
    ]
  } finally {
    await site.stop()
    await sink.close()
  }
}

export const run: Run = async ({ quick }) => {
  await buildSiteIfChanged()
  const people = quick ? 5_000 : 50_000
  const name = (engine: string) => `watchers told of a retraction, ${engine}`
  const onSqlite = () =>
    inNewFolder(folder => tell('SQLite', { file: join(folder, siteDatabaseFile) }, { DATA_DIR: folder }, people))
  const onPostgres = () =>
    inNewDatabase(({ url }) =>
      inNewFolder(folder => tell('PostgreSQL', { url, file: '' }, { DATA_DIR: folder, DATABASE_URL: url }, people)),
    )
  return [
    ...(await orWhyNot(name('SQLite'), onSqlite)),
    ...(await orWhyNot(name('PostgreSQL'), async () => {
      return (await onPostgres()) ?? [notMeasured(name('PostgreSQL'), noPostgres)]
    })),
  ]
}
