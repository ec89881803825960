import type { StarterCorpus } from './corpus-rows.ts'

/** Finds inconsistencies between the rows: duplicate pairs, rows about missing works, and contradictory dates and titles. */
export const findLooseEnds = ({ works, updates, replications }: StarterCorpus): string[] => {
  const problems: string[] = []
  const pairs = new Set<string>()
  const once = (pair: string) => {
    if (pairs.has(pair)) problems.push(`${pair} is there twice`)
    pairs.add(pair)
  }
  for (const row of updates) {
    once(`${row.doi} ← ${row.update_doi}`)
    if (!works.has(row.doi)) problems.push(`updates.csv: ${row.doi} is not in works.jsonl`)
    const published = works.get(row.doi)?.publication_year
    if (published !== undefined && row.update_date !== '' && Number(row.update_date.slice(0, 4)) < published) {
      problems.push(`updates.csv: ${row.update_doi} is older than ${row.doi}`)
    }
  }
  for (const row of replications) {
    once(`${row.doi_original} ← ${row.doi_replication}`)
    if (!works.has(row.doi_original)) problems.push(`replications.csv: ${row.doi_original} is not in works.jsonl`)
    for (const [doi, title] of [
      [row.doi_original, row.title_original],
      [row.doi_replication, row.title_replication],
    ] as const) {
      const work = works.get(doi)
      if (work && work.display_name !== title)
        problems.push(`replications.csv: ${doi} has another title in works.jsonl`)
    }
  }
  return problems
}
