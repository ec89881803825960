import { HttpProblem } from '@corroborate/server-kit/http'
import type { CiteFormat, Doi } from '../../kit/doi/index.ts'
import { nothingKnown } from '../known/index.ts'
import type { Citation } from './citation-file.ts'
import { cite } from './cite.ts'
import type { FindFacts } from './find-facts.ts'
import type { ReadStatuses } from './statuses.ts'

const formats: ReadonlySet<string> = new Set<CiteFormat>(['bibtex', 'ris', 'csl-json'])

/**
 * GET /{doi}/cite/{format}: citation download.
 * @throws HttpProblem for an unknown format, while the metadata is unavailable, and if the client exceeded the rate limit
 */
export const createCiteCall =
  ({
    facts,
    statuses,
  }: {
    facts: FindFacts
    statuses: ReadStatuses
  }): ((doi: Doi, format: string, address: string) => Promise<Response>) =>
  async (doi, format, address) => {
    if (!formats.has(format)) throw new HttpProblem(404, 'Citations come as bibtex, ris or csl-json.')
    const answer = await facts.find(doi, address)
    if (answer.kind === 'unavailable') {
      if (answer.retryAfter !== undefined) throw new HttpProblem(429, tooMany, { retryAfter: answer.retryAfter })
      const sentence = 'No source has responded for this paper yet. Try again in a minute.'
      throw new HttpProblem(503, sentence, { retryAfter: 60 })
    }
    const found = answer.kind === 'found' ? answer.facts : null
    const status = (await statuses([doi])).get(doi) ?? nothingKnown
    return asDownload(cite(doi, found, status, format as CiteFormat))
  }

const tooMany = 'You have requested many unknown papers. Try again in a few minutes.'

/** A citation as an answer that browsers save. */
export const asDownload = ({ body, contentType, filename }: Citation): Response =>
  new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'public, max-age=300',
    },
  })
