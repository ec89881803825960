import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { inRounds } from './in-rounds.ts'
import { startSite, type Variables } from './our-servers.ts'
import { perSecond, ratePerSecond, sendWell } from './routes.ts'
import { notMeasured, type Options, observation, orWhyNot, type Row, type Run, ratioText } from './row.ts'
import { median, ratioOfMedians } from './statistics.ts'

const seconds = 2
const people = 64
const rounds = 5
const papers = 500

type Site = { vote: (person: number, time: number) => Promise<unknown>; close: () => Promise<unknown> }

/** Every vote is the first of a new visitor; answered after it is on the disk. */
const openVoting = async (variables: Variables): Promise<Site> => {
  const site = await startSite(variables)
  let visitors = 0
  return {
    close: () => site.stop(),
    vote: (person, time) =>
      sendWell({
        method: 'POST',
        url: `${site.origin}/10.1000/bench.${(person * 31 + time) % papers}/vote`,
        headers: { origin: site.origin, cookie: `visitor=${String(visitors++).padStart(22, '0')}` },
        body: '{"voteType":"upvote"}',
      }),
  }
}

/** The rival: SQLite itself, one prepared insert and one commit to the disk for each vote, nothing else. */
const bareCommitsPerSecond = (file: string, forSeconds: number): number => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table vote (doi text, voter text, vote text)')
  const insert = db.prepare('insert into vote values (?, ?, ?)')
  const began = performance.now()
  let committed = 0
  while (performance.now() < began + forSeconds * 1_000) {
    insert.run(`10.1000/bench.${committed % papers}`, `visitor:${committed}`, 'upvote')
    committed++
  }
  const rate = committed / ((performance.now() - began) / 1_000)
  db.close()
  return rate
}

const how = `answered after the commit; median of ${rounds} rounds of ${seconds} s, ${people} people at once over HTTP, each vote of a new visitor`

const onSqlite = (options: Options): Promise<Row[]> =>
  inNewFolder(async folder => {
    const { count, load } = roundsOf(options)
    const site = await openVoting({ DATA_DIR: join(folder, 'data') })
    await ratePerSecond({ people, seconds: 1 }, site.vote)
    const rates = await inRounds(count, {
      bare: round => bareCommitsPerSecond(join(folder, `bare-${round}.sqlite`), load.seconds),
      votes: () => ratePerSecond(load, site.vote),
    })
    await site.close()
    const note = `${how}; ${ratioText(ratioOfMedians(rates.votes, rates.bare))} of ${perSecond(median(rates.bare))}, which one bare insert and commit at a time gives in process`
    return [observation('durable votes, SQLite (synchronous=FULL)', perSecond(median(rates.votes)), note)]
  })

const onPostgres = async (options: Options): Promise<Row[]> => {
  const name = 'durable votes, PostgreSQL'
  const rows = await inNewDatabase(({ url }) =>
    inNewFolder(async folder => {
      const { count, load } = roundsOf(options)
      const site = await openVoting({ DATA_DIR: folder, DATABASE_URL: url })
      await ratePerSecond({ people, seconds: 1 }, site.vote)
      const { votes } = await inRounds(count, { votes: () => ratePerSecond(load, site.vote) })
      await site.close()
      return [observation(name, perSecond(median(votes)), `${how}; the server's own durability settings`)]
    }),
  )
  return rows ?? [notMeasured(name, noPostgres)]
}

const roundsOf = ({ quick }: Options) => ({
  count: quick ? 1 : rounds,
  load: { people, seconds: quick ? 1 : seconds },
})

export const run: Run = async options => [
  ...(await orWhyNot('durable votes, SQLite', () => onSqlite(options))),
  ...(await orWhyNot('durable votes, PostgreSQL', () => onPostgres(options))),
]
