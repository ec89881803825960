import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareWithData } from './compare-with-data.ts'
import { findLooseEnds } from './find-loose-ends.ts'
import { readStarterCorpus } from './read-corpus.ts'

/** One kind of row: how many there are, and how many of them the data confirmed. */
type Tally = { rows: number; confirmed: number }

/**
 * Result of a check. `problems` are messages, empty if all is well; `fields` is the number of scientific fields covered. `confirmed` counts
 * rows that occur in the data and agree with it; the rest comes from general knowledge only. Without data `comparedWith` is null and
 * nothing is confirmed.
 */
export type StarterCorpusReport = {
  problems: string[]
  fields: number
  works: Tally
  updates: Tally
  replications: Tally
  comparedWith: string | null
}

/**
 * Checks the shape of the three files in `folder` and their ties to each other, then compares every row with the real
 * data in `dataFolder` (see its README) where that folder exists. `now` is in epoch milliseconds: no year may be later.
 */
export const checkStarterCorpus = async (
  folder: string,
  dataFolder: string,
  now: number,
): Promise<StarterCorpusReport> => {
  const problems: string[] = []
  const corpus = await readStarterCorpus(folder, new Date(now).getUTCFullYear(), problems)
  problems.push(...findLooseEnds(corpus))
  const hasData = existsSync(join(dataFolder, 'works-multi.jsonl.zst'))
  const confirmed = hasData
    ? await compareWithData(corpus, dataFolder, problems)
    : { works: 0, updates: 0, replications: 0 }
  return {
    problems,
    fields: new Set([...corpus.works.values()].map(work => work.x_field)).size,
    works: { rows: corpus.works.size, confirmed: confirmed.works },
    updates: { rows: corpus.updates.length, confirmed: confirmed.updates },
    replications: { rows: corpus.replications.length, confirmed: confirmed.replications },
    comparedWith: hasData ? dataFolder : null,
  }
}

/** The report as lines for a person. */
export const describeReport = (report: StarterCorpusReport): string => {
  const line = (name: string, { rows, confirmed }: Tally) =>
    report.comparedWith === null
      ? `${name}: ${rows}, none compared`
      : `${name}: ${rows}, ${confirmed} confirmed by the data, ${rows - confirmed} on knowledge alone`
  return [
    line(`works (${report.fields} fields)`, report.works),
    line('updates', report.updates),
    line('replications', report.replications),
    ...(report.comparedWith === null ? ['The shared data is not here: only shapes and ties were checked.'] : []),
    ...report.problems,
    report.problems.length === 0 ? 'No problems.' : `${report.problems.length} problems.`,
  ].join('\n')
}

if (import.meta.main) {
  const report = await checkStarterCorpus(
    import.meta.dirname,
    join(import.meta.dirname, '../../../../shared/data'),
    Date.now(),
  )
  process.stdout.write(`${describeReport(report)}\n`)
  process.exitCode = report.problems.length === 0 ? 0 : 1
}
