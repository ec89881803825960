import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '@corroborate/server-kit/database'
import { type Doi, parseDoi } from '../site/doi/index.ts'
import { castVote, type VoteTables, voteMigration } from '../site/votes/index.ts'
import { inNewSchema } from './in-new-schema.ts'
import { type Bench, median, type Row } from './row.ts'

const seconds = 2
const people = 64
const rounds = 3

const dois = Array.from({ length: 500 }, (_, n) => parseDoi(`10.1000/bench.${n}`) as Doi)

/** Votes acknowledged per second by 64 people at once, each waiting for one answer before the next vote. */
const votesPerSecond = async (place: { url?: string; file: string }): Promise<number> => {
  const db = await openDatabase<VoteTables>({ ...place, migrations: [voteMigration] })
  const end = performance.now() + seconds * 1000
  const started = performance.now()
  let acknowledged = 0
  const person = async (n: number) => {
    for (let i = 0; performance.now() < end; i++) {
      const voter = { key: `visitor:${n}-${i}`, signedIn: false }
      const doi = dois[(n * 31 + i) % dois.length] as Doi
      await db.transaction().execute(transaction => castVote(transaction, doi, voter, 'upvote', Date.now()))
      acknowledged++
    }
  }
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)))
  const rate = acknowledged / ((performance.now() - started) / 1000)
  await db.destroy()
  return rate
}

/** The rival: SQLite itself, one prepared insert and one commit to the disk for each vote, nothing else. */
const bareCommitsPerSecond = (file: string): number => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table vote (doi text, voter text, vote text)')
  const insert = db.prepare('insert into vote values (?, ?, ?)')
  const end = performance.now() + seconds * 1000
  const started = performance.now()
  let committed = 0
  while (performance.now() < end) {
    insert.run(dois[committed % dois.length] as Doi, `visitor:${committed}`, 'upvote')
    committed++
  }
  const rate = committed / ((performance.now() - started) / 1000)
  db.close()
  return rate
}

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`

const run = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-bench-'))
  try {
    const bare: number[] = []
    const sqlite: number[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(bareCommitsPerSecond(join(folder, `bare-${round}.sqlite`)))
      sqlite.push(await votesPerSecond({ file: join(folder, `votes-${round}.sqlite`) }))
    }
    const onPostgres = await inNewSchema(url => votesPerSecond({ url, file: '' }))
    const how = `median of ${rounds} rounds of ${seconds} s, ${people} people at once; three statements a vote, acknowledged after the commit`
    return [
      {
        name: 'durable votes, SQLite (synchronous=FULL)',
        figure: perSecond(median(sqlite)),
        limit: `${perSecond(median(bare))} bare`,
        met: null,
        note: `${how}; beside one bare insert and commit at a time. ${(median(sqlite) / median(bare)).toFixed(2)}×`,
      },
      {
        name: 'durable votes, PostgreSQL',
        figure: onPostgres === null ? '–' : perSecond(onPostgres),
        limit: `${perSecond(median(sqlite))} SQLite`,
        met: null,
        note:
          onPostgres === null
            ? 'No PostgreSQL on 127.0.0.1:5432.'
            : `one round of ${seconds} s, ${people} people at once, the server's own durability settings`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const bench: Bench = { title: 'Votes', run }
