import type { CiteFormat, Doi } from '../doi/index.ts'
import { type Citation, cite } from './cite.ts'
import type { FindFacts } from './find-facts.ts'

const FORMATS: ReadonlySet<string> = new Set<CiteFormat>(['bibtex', 'ris', 'csl-json'])

/** GET /{doi}/cite/{format}: the citation as a download, or an error as every call of the site gives it. */
export function createCiteCall(facts: FindFacts): (doi: Doi, format: string) => Promise<Response> {
  return async (doi, format) => {
    if (!FORMATS.has(format))
      return Response.json({ error: 'Citations come as bibtex, ris or csl-json.' }, { status: 404 })
    const answer = await facts.find(doi)
    if (answer.kind === 'unavailable') {
      const error = 'No source has answered for this paper yet. Try again in a minute.'
      return Response.json({ error }, { status: 503, headers: { 'retry-after': '60' } })
    }
    return asDownload(cite(doi, answer.kind === 'found' ? answer.facts : null, format as CiteFormat))
  }
}

function asDownload({ body, contentType, filename }: Citation): Response {
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'public, max-age=300',
    },
  })
}
