import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import type { FindWorks } from '../../../finding/search/index.ts'
import type { ReadStatuses } from '../../../paper/papers/index.ts'
import { FoundPapers, foundPapers } from '../../api/index.ts'
import { onlyReads, quotedLines, quotedWarning, type Tool, ToolProblem } from '../tool.ts'

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, { error: 'send a search query' })
    .max(1_000, { error: 'a query has at most 1,000 characters' })
    .describe('Title words, author names, a DOI, a PubMed or arXiv ID, a URL, or a whole reference.'),
})

type Options = {
  findWorks: FindWorks
  statuses: ReadStatuses
  limits: Pick<Limits<'assistantSearch'>, 'require'>
  origin: string
}

/** Searches papers: up to five, best match first. */
export const createSearchPapers = ({
  findWorks,
  statuses,
  limits,
  origin,
}: Options): Tool<typeof input, typeof FoundPapers> => ({
  name: 'search_papers',
  title: 'Search papers',
  description:
    'Searches scientific papers by title, authors, DOI, PubMed or arXiv ID, or a whole reference. Returns up to five, best match first, with a short status. Use get_paper_status with the DOI for the evidence.',
  input,
  output: FoundPapers,
  annotations: { ...onlyReads, openWorldHint: true },
  scope: null,
  answer: async ({ query }, { address }) => {
    await limits.require('assistantSearch', { address })
    const outcome = await findWorks(query, address)
    if (outcome.kind !== 'found')
      throw new ToolProblem('Search is unavailable: its sources do not respond. Try again in a few seconds.')
    const data = foundPapers(query, outcome, await statuses(outcome.works.map(({ doi }) => doi)), origin)
    return { data, text: formatFoundPapers(data) }
  },
})

export const formatFoundPapers = ({ papers, complete, message }: FoundPapers): string => {
  if (papers.length === 0) return message ?? 'No papers found.'
  const lines = papers.map(({ doi, title, authors, authors_truncated, journal, year, status, page_url }) =>
    [
      `${doi}: ${status?.label ?? 'no retractions, corrections or replications found'}. ${page_url}`,
      quotedLines(
        [title ?? 'No title', authors.join(', ') + (authors_truncated ? ' and others' : ''), journal, year]
          .filter(part => part !== null && part !== '')
          .join(' · '),
      ),
    ].join('\n'),
  )
  return [
    quotedWarning,
    ...lines,
    ...(complete ? [] : ['A source is unavailable: the same search may find more later.']),
  ].join('\n\n')
}
