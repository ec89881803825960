import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { siteDatabaseFile } from '../site/app/migrations.ts'
import { inRounds } from './in-rounds.ts'
import { observation, type Run, ratioText } from './row.ts'
import { cpuPerRequest, withSite } from './site-in-process.ts'
import { median, ratioOfMedians } from './statistics.ts'

const rounds = 15
const requestsARound = 300

/** Papers without status events, so that only reader content makes a difference. */
const papers = { much: '10.48550/arxiv.1706.03762', notes: '10.1038/191144a0', little: '10.1038/171737a0' } as const

type Said = { reports: number; votes: number }
const much: Said = { reports: 100, votes: 100_000 }
const little: Said = { reports: 5, votes: 100 }
const manyNotes = 1_000

/** Puts approved reports and votes on a paper, as they are kept. */
const addReportsAndVotes = (db: DatabaseSync, doi: string, { reports, votes }: Said): void => {
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
}

/** Puts public notes of ordinary length on a paper. */
const addNotes = (db: DatabaseSync, doi: string): void => {
  const note = db.prepare(
    `insert into notes (id, doi, writer, signed_in, author, content, likeness, written_at, published_at)
     values (?, ?, ?, 0, 'A reader', ?, 'x', ?, ?)`,
  )
  const text = 'The link to the data of Study 1 is dead; a copy is at https://osf.io/abc12, see also 10.1038/171737a0. '
  for (let n = 0; n < manyNotes; n++) note.run(`bench-${n}`, doi, `visitor:${n}`, text.repeat(3), n, n)
}

const fill = (file: string): void => {
  const db = new DatabaseSync(file)
  db.exec('begin immediate')
  addReportsAndVotes(db, papers.much, much)
  addReportsAndVotes(db, papers.notes, little)
  addReportsAndVotes(db, papers.little, little)
  addNotes(db, papers.notes)
  db.exec('commit')
  db.close()
}

export const run: Run = ({ quick }) =>
  withSite(async ({ app, dataDir }) => {
    fill(join(dataDir, siteDatabaseFile))
    // Readers who have interacted get a personal page, which bypasses the one-second cache.
    const headers = { cookie: 'visitor=0123456789012345678901' }
    const cpuOf = (name: keyof typeof papers, count = requestsARound) =>
      cpuPerRequest(app, [`/${papers[name]}`], count, headers)
    for (const name of Object.keys(papers) as (keyof typeof papers)[]) await cpuOf(name, 1_000)
    const cpu = await inRounds(quick ? 3 : rounds, {
      much: () => cpuOf('much'),
      notes: () => cpuOf('notes'),
      little: () => cpuOf('little'),
    })
    const microseconds = (name: keyof typeof papers) => `${Math.round(median(cpu[name]))} µs`
    const row = (name: 'much' | 'notes', what: string) =>
      observation(
        `paper page with ${what}`,
        microseconds(name),
        `${ratioText(ratioOfMedians(cpu[name], cpu.little))} of the ${microseconds('little')} for a paper with ${little.reports} reports and ${little.votes} votes. CPU per request in process for a visitor who has acted, median of ${rounds} rounds of ${requestsARound}`,
      )
    return [
      row('much', `${much.reports} reports and ${much.votes.toLocaleString('en-US')} votes`),
      row('notes', `${manyNotes.toLocaleString('en-US')} notes`),
    ]
  })
