import { indexedWords } from './indexed-words.ts'
import { encodeAuthors, type Work } from './work.ts'

/** A work ready to be stored: made by a pure function, so that threads may share the work of folding. Plain, cheap to post. */
export type PreparedWork = Omit<Work, 'authors' | 'authorsTruncated' | 'retracted'> & {
  readonly authors: string
  readonly retracted: number | null
  readonly start: string
  readonly words: string
  readonly length: number
}

export const prepareWork = (work: Work): PreparedWork => {
  const { start, words, length } = indexedWords(work)
  return {
    doi: work.doi,
    title: work.title,
    authors: encodeAuthors(work),
    journal: work.journal,
    year: work.year,
    type: work.type,
    citedBy: work.citedBy,
    retracted: work.retracted === null ? null : Number(work.retracted),
    source: work.source,
    pmid: work.pmid,
    start,
    words,
    length,
  }
}
