import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { paths } from '../site/kit/doi/index.ts'
import { worksIndexFile } from '../site/paper/works-index/index.ts'
import { buildIndex, noCorpus, readCorpus } from './corpus.ts'
import { budget, notMeasured, type Run } from './row.ts'
import { withSite } from './site-in-process.ts'
import { median } from './statistics.ts'

const references = 5_000
const longest = 1_000

type Record = { doi: string; title: string; year: number | null; author: string }

/** Works of the index, spread over all of it. */
const recordsOf = (file: string): Record[] => {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db
    .prepare(
      `SELECT doi, title, year, coalesce(json_extract(authors, '$[0][0]'), json_extract(authors, '$[0]'), '') AS author
       FROM works WHERE title IS NOT NULL ORDER BY (id * 7919) % 100003 LIMIT ?`,
    )
    .all(references) as Record[]
  db.close()
  return rows
}

const bibliographies: readonly { name: string; of: (record: Record, n: number) => string }[] = [
  {
    name: 'BibTeX with DOIs',
    of: ({ doi, title, year, author }, n) =>
      `@article{k${n},\n  title = {${title.replace(/[{}]/g, '')}},\n  author = {${author}},\n  year = {${year}},\n  doi = {${doi}}\n}\n`,
  },
  {
    name: 'a plain list without DOIs',
    of: ({ title, year, author }) => `${author}. ${title}. A Journal. ${year};12:45-67.\n`,
  },
]

/** The same look-ups by a bare prepared statement, in ms. */
const bareLookUps = (file: string, records: readonly Record[]): number => {
  const db = new DatabaseSync(file, { readOnly: true })
  const find = db.prepare('SELECT * FROM works WHERE doi = ?')
  const started = performance.now()
  for (const { doi } of records) find.get(doi)
  const took = performance.now() - started
  db.close()
  return took
}

/** Measures the time to check a bibliography of the maximum size, from request to response. */
export const run: Run = async ({ quick }) => {
  const name = `checking ${references.toLocaleString('en-US')} references`
  const corpus = readCorpus()
  if (corpus === null) return [notMeasured(name, noCorpus)]
  return withSite(async ({ app, dataDir }) => {
    const file = join(dataDir, worksIndexFile)
    await buildIndex(file, corpus.works)
    const records = recordsOf(file)
    const rounds = quick ? 2 : 7
    const bare = median(Array.from({ length: rounds }, () => bareLookUps(file, records)))
    const rows = []
    for (const { name: kind, of } of bibliographies) {
      const body = records.map(of).join('')
      const times: number[] = []
      // The first starts the thread.
      for (let round = 0; round <= rounds; round++) {
        const started = performance.now()
        const answer = await app.request(paths.checkForPrograms, {
          method: 'POST',
          headers: { 'Content-Type': 'text/plain' },
          body,
        })
        await answer.text()
        if (answer.status !== 200) throw new Error(`A check answered ${answer.status}.`)
        if (round > 0) times.push(performance.now() - started)
      }
      const took = median(times)
      rows.push(
        budget({
          name: `${name}, ${kind}`,
          felt: 'Who pastes a whole thesis waits for it.',
          figure: `${Math.round(took)} ms`,
          limit: `${longest} ms`,
          isMet: took <= longest,
          note: `Median of ${rounds} in process, with ${corpus.name}. The look-ups by DOI alone take a bare prepared statement ${Math.round(bare)} ms.`,
        }),
      )
    }
    return rows
  })
}
