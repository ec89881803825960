import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { FindFacts } from './find-facts.ts'

/** A paper as pages about something else name it. */
export type PaperNamed = { doi: string; title: string | null; byline: string; href: string }

export type NamePaper = (c: HttpContext, doi: Doi) => Promise<PaperNamed>

/** Returns a paper's display data from the nearest source; an unknown paper is named by its DOI. */
export const createNamePaper =
  (facts: Pick<FindFacts, 'find'>): NamePaper =>
  async (c, doi) => {
    const answer = await facts.find(doi, addressOf(c))
    const found = answer.kind === 'found' ? answer.facts : null
    const [first] = found?.authors ?? []
    const names =
      first === undefined ? [] : [found !== null && found.authors.length > 1 ? `${first.name} et al.` : first.name]
    const year = found?.year ?? null
    return {
      doi,
      title: found?.title ?? null,
      byline: [...names, ...(year === null ? [] : [String(year)])].join(' · '),
      href: paths.paper(doi),
    }
  }
