import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { siteDatabaseFile } from '../site/app/migrations.ts'
import { type Bench, judge, type Options, type Row } from './row.ts'
import { cpuPerRequest, withSite } from './site-in-process.ts'
import { median } from './statistics.ts'

const rounds = 15
const requestsARound = 300

/** Two papers of the starter corpus of which nothing is known: one that people have said much about, and one with a little. */
const busy = '10.48550/arxiv.1706.03762'
const quiet = '10.1038/171737a0'

type Said = { reports: number; votes: number }
const much: Said = { reports: 100, votes: 100_000 }
const little: Said = { reports: 5, votes: 100 }

/** Puts approved reports and votes on a paper, as they are kept. */
const fill = (file: string, doi: string, { reports, votes }: Said): void => {
  const db = new DatabaseSync(file)
  db.exec('begin')
  const report = db.prepare('insert into reports values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (let n = 0; n < reports; n++) {
    const hash = createHash('sha256').update(`${doi} ${n}`).digest('hex')
    const outcome = ['success', 'partial', 'failed', 'unclear'][n % 4] ?? 'success'
    const at = Date.UTC(2020 + (n % 6), n % 12, 1)
    report.run(`${doi} ${n}`, doi, `user:${n}`, `Reader ${n}`, null, hash, hash, outcome, '{}', at, at)
  }
  const vote = db.prepare(
    'insert into votes (doi, voter, signed_in, vote, created_at, updated_at) values (?, ?, 0, ?, 1, 1)',
  )
  const isAgainst = (n: number): boolean => n % 3 === 0
  for (let n = 0; n < votes; n++) vote.run(doi, `visitor:${n}`, isAgainst(n) ? 'downvote' : 'upvote')
  const against = Math.ceil(votes / 3)
  const counts = db.prepare('insert into vote_counts (doi, upvotes, downvotes, signed_in) values (?, ?, ?, 0)')
  counts.run(doi, votes - against, against)
  db.exec('commit')
  db.close()
}

const run = ({ quick }: Options): Promise<Row[]> =>
  withSite(async ({ app, dataDir }) => {
    fill(join(dataDir, siteDatabaseFile), busy, much)
    fill(join(dataDir, siteDatabaseFile), quiet, little)
    // Whoever has acted gets a page of their own: the cache of a second has no part in it.
    const headers = { cookie: 'visitor=0123456789012345678901' }
    const cpuOf = (doi: string, count: number): Promise<number> => cpuPerRequest(app, [`/${doi}`], count, headers)
    for (const doi of [busy, quiet]) await cpuOf(doi, 1_000)
    const found: { busy: number; quiet: number }[] = []
    for (let round = 0; round < (quick ? 3 : rounds); round++)
      found.push({ busy: await cpuOf(busy, requestsARound), quiet: await cpuOf(quiet, requestsARound) })
    const ratio = median(found.map(({ busy, quiet }) => busy / quiet))
    const microseconds = (values: number[]) => `${Math.round(median(values))} µs`
    return [
      {
        name: `paper page with ${much.reports} reports and ${much.votes.toLocaleString('en')} votes`,
        figure: `${ratio.toFixed(2)}×`,
        limit: '≤ 1.3×',
        verdict: judge(ratio <= 1.3),
        note: `${microseconds(found.map(({ busy }) => busy))} against ${microseconds(found.map(({ quiet }) => quiet))} for a paper with ${little.reports} and ${little.votes}. CPU per request in process for a visitor who has acted, median of ${rounds} interleaved rounds of ${requestsARound}`,
      },
    ]
  })

export const bench: Bench = { title: 'What people say', run }
