import { parseDoi } from '../doi/index.ts'
import type { OpenIndex } from './live-index.ts'
import { searchWorks } from './search.ts'
import { hitOfRow, type WorkHit, type WorkRow, workColumns } from './work.ts'

/**
 * What one line typed into the search box finds: a DOI in any of its forms finds its work, the beginning of a DOI the works that begin
 * so, everything else is searched as words.
 */
export function answerQuery(
  index: OpenIndex,
  query: string,
  { limit, budget }: { limit: number; budget?: number },
): WorkHit[] {
  const doi = parseDoi(query)
  if (doi !== null) {
    const works = worksFromDoi(index, doi, limit)
    if (works.length > 0) return works
  }
  return searchWorks(index, query, budget === undefined ? { limit } : { limit, budget })
}

function worksFromDoi(index: OpenIndex, doi: string, limit: number): WorkHit[] {
  const exact = index.prepare(`SELECT ${workColumns} FROM works WHERE doi = ?`).get(doi)
  if (exact !== undefined) return [hitOfRow(exact as WorkRow)]
  const rows = index
    .prepare(`SELECT ${workColumns} FROM works WHERE doi > ? AND doi < ? ORDER BY doi LIMIT ?`)
    .all(doi, `${doi}\u{10ffff}`, limit)
  return rows.map(row => hitOfRow(row as WorkRow))
}
