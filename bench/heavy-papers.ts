import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { root } from './our-servers.ts'
import { startOnce } from './start-once.ts'

/** The heaviest pages that a paper has: made up, in the shape and the numbers of real ones. */
export const heavyPapers = { events: '10.5555/bench.events', authors: '10.5555/bench.authors' } as const

const endings = { successful: 35, failed: 44, mixed: 12 }
const authors = 3_000

const work = (doi: string, title: string, names: readonly string[]): string =>
  JSON.stringify({
    id: `https://openalex.org/W99${doi.length}${names.length}`,
    doi: `https://doi.org/${doi}`,
    display_name: title,
    publication_year: 2008,
    type: 'article',
    authorships: names.map(display_name => ({ author: { display_name } })),
    primary_location: { source: { display_name: 'Journal of Measured Pages' } },
  })

/** Builds FORRT columns. Each replication has its own text, as coders quote it. */
const attempts = (): string =>
  [
    'doi_original,doi_replication,type,outcome,outcome_quote,title_original,year_original,title_replication,year_replication',
    ...Object.entries(endings)
      .flatMap(([outcome, count]) => Array.from({ length: count }, () => outcome))
      .map((outcome, n) =>
        [
          heavyPapers.events,
          `10.5555/bench.attempt.${n}`,
          'replication',
          outcome,
          `In sample ${n} of ${n * 17 + 40} people the effect was ${(n / 97).toFixed(2)} and the interval was wide`,
          'A finding that ninety-one laboratories tried again',
          2008,
          `Laboratory ${n} tries it again: a preregistered replication with ${n * 17 + 40} people`,
          2009 + (n % 16),
        ].join(','),
      ),
  ].join('\n')

/** Imports both into a site's folder, as `npm run works:import` does. */
export const importHeavyPapers = async (dataDir: string): Promise<void> => {
  await startOnce(dataDir)
  const works = join(dataDir, 'heavy.jsonl')
  const replications = join(dataDir, 'heavy.csv')
  const names = Array.from({ length: authors }, (_, n) => `Given-Name${n} Family-Name${(n * 7_919) % authors}`)
  writeFileSync(
    works,
    `${work(heavyPapers.events, 'A finding that ninety-one laboratories tried again', ['A. Author'])}\n${work(heavyPapers.authors, 'A measurement by three thousand people', names)}\n`,
  )
  writeFileSync(replications, attempts())
  await promisify(execFile)(process.execPath, ['site/app/commands/works-import.ts', works, replications], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir },
  })
}
