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
    .min(1, { error: 'say what to search for' })
    .max(1_000, { error: 'search for 1,000 characters at most' })
    .describe('Words of a title, names, a DOI, a number of PubMed or arXiv, an address, or a whole reference.'),
})

type Options = {
  findWorks: FindWorks
  statuses: ReadStatuses
  limits: Pick<Limits<'assistantSearch'>, 'require'>
  origin: string
}

/** The search of this site: five papers at most, the best first. */
export const createFindPapers = ({
  findWorks,
  statuses,
  limits,
  origin,
}: Options): Tool<typeof input, typeof FoundPapers> => ({
  name: 'find_papers',
  title: 'Find papers',
  description:
    'Finds scientific papers by title, names, DOI, PubMed or arXiv number, or a whole reference. Five at most, the best first, each with what is known about whether it holds in a few words. Ask what_is_known with the DOI for the whole answer.',
  input,
  output: FoundPapers,
  annotations: { ...onlyReads, openWorldHint: true },
  scope: null,
  answer: async ({ query }, { address }) => {
    await limits.require('assistantSearch', { address })
    const outcome = await findWorks(query, address)
    if (outcome.kind !== 'found')
      throw new ToolProblem('The search could not be done: what it asks does not answer. Try again in a few seconds.')
    const data = foundPapers(query, outcome, await statuses(outcome.works.map(({ doi }) => doi)), origin)
    return { data, text: foundInWords(data) }
  },
})

export const foundInWords = ({ papers, complete, note }: FoundPapers): string => {
  if (papers.length === 0) return note ?? 'No paper was found.'
  const lines = papers.map(({ doi, title, authors, authors_truncated, journal, year, status, page_url }) =>
    [
      `${doi}: ${status?.words ?? 'nothing is known here for or against it'}. ${page_url}`,
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
    ...(complete ? [] : ['A source could not be asked: the same search may find more later.']),
  ].join('\n\n')
}
