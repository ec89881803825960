import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { perSecond, ratePerSecond, sendWell } from './calls.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startSite, type Variables } from './our-servers.ts'
import { type Bench, notMeasured, type Options, type Row } from './row.ts'
import { median } from './statistics.ts'

const seconds = 2
const people = 64
const rounds = 3
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

const run = async ({ quick }: Options): Promise<Row[]> => {
  const count = quick ? 1 : rounds
  const load = { people, seconds: quick ? 1 : seconds }
  return inNewFolder(async folder => {
    const site = await openVoting({ DATA_DIR: join(folder, 'data') })
    const rates: { bare: number; votes: number }[] = []
    await ratePerSecond({ people, seconds: 1 }, site.vote)
    for (let round = 0; round < count; round++) {
      const bare = bareCommitsPerSecond(join(folder, `bare-${round}.sqlite`), load.seconds)
      rates.push({ bare, votes: await ratePerSecond(load, site.vote) })
    }
    await site.close()
    const sqlite = median(rates.map(({ votes }) => votes))
    const share = median(rates.map(({ bare, votes }) => votes / bare))
    const onPostgres = await inNewDatabase(async ({ url }) => {
      const other = await openVoting({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url })
      await ratePerSecond({ people, seconds: 1 }, other.vote)
      const found: number[] = []
      for (let round = 0; round < count; round++) found.push(await ratePerSecond(load, other.vote))
      await other.close()
      return median(found)
    })
    const how = `median of ${rounds} rounds of ${seconds} s, ${people} people at once over HTTP, each vote of a new visitor, acknowledged after the commit`
    const postgresName = 'durable votes, PostgreSQL'
    return [
      {
        name: 'durable votes, SQLite (synchronous=FULL)',
        figure: perSecond(sqlite),
        limit: `${perSecond(median(rates.map(({ bare }) => bare)))} bare`,
        verdict: '',
        note: `${how}; beside one bare insert and commit at a time, in process. ${share.toFixed(2)}×`,
      },
      onPostgres === null
        ? notMeasured(postgresName, '–', noPostgres)
        : {
            name: postgresName,
            figure: perSecond(onPostgres),
            limit: `${perSecond(sqlite)} SQLite`,
            verdict: '',
            note: `${how}; the server's own durability settings`,
          },
    ]
  })
}

export const bench: Bench = { title: 'Votes', run }
