import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { siteDatabaseFile } from '../site/app/migrations.ts'
import { type Bench, judge, type Options, type Row } from './row.ts'
import { cpuPerRequest, withSite } from './site-in-process.ts'
import { median } from './statistics.ts'

const most = 1.3
const manyNotes = 1_000
/** Two papers of the starter corpus about which something is known: one gets the notes, the other stays as it is. */
const noted = '10.1177/0956797610383437'
const other = '10.1016/s0140-6736(97)11096-0'
/** Somebody we have seen act, so that no page comes from the cache of a second. */
const visitor = { accept: 'text/html', cookie: `visitor=${'b'.repeat(22)}` }

/** Writes public notes of ordinary length straight into the database. */
const addNotes = (file: string): void => {
  const db = new DatabaseSync(file)
  const insert = db.prepare(
    `insert into notes (id, doi, writer, signed_in, author, content, likeness, written_at, published_at)
     values (?, ?, ?, 0, 'A reader', ?, 'x', ?, ?)`,
  )
  const text = 'The link to the data of Study 1 is dead; a copy is at https://osf.io/abc12, see also 10.1038/171737a0. '
  db.exec('begin immediate')
  for (let n = 0; n < manyNotes; n++) insert.run(`bench-${n}`, noted, `visitor:${n}`, text.repeat(3), n, n)
  db.exec('commit')
  db.close()
}

const run = ({ quick }: Options): Promise<Row[]> =>
  withSite(async ({ app, dataDir }) => {
    const rounds = quick ? 3 : 15
    const requests = quick ? 20 : 200

    const cpuOf = (doi: string): Promise<number> => cpuPerRequest(app, [`/${doi}`], requests, visitor)
    /** What the page that gets the notes costs, measured by the one that gets none, in turns. */
    const measure = async () => {
      const samples: { noted: number; other: number }[] = []
      for (let round = 0; round < rounds; round++)
        samples.push({ noted: await cpuOf(noted), other: await cpuOf(other) })
      return {
        ratio: median(samples.map(each => each.noted / each.other)),
        cost: median(samples.map(each => each.noted)),
      }
    }

    await measure()
    const without = await measure()
    addNotes(join(dataDir, siteDatabaseFile))
    const withNotes = await measure()
    const times = withNotes.ratio / without.ratio
    return [
      {
        name: `A paper’s page with ${manyNotes.toLocaleString('en-US')} notes beside the same page without`,
        figure: `${times.toFixed(2)}×`,
        limit: `≤ ${most}×`,
        verdict: judge(times <= most),
        note: `CPU time a request, ${Math.round(without.cost)} and ${Math.round(withNotes.cost)} µs; medians of ${rounds} rounds of ${requests} requests, each measured by a page that stays as it is`,
      },
    ]
  })

export const bench: Bench = { title: 'Notes', run }
