import { type ScriptedService, startScriptedService } from './scripted-service.ts'

/** The `message` of a Crossref work; any field but `DOI` may be missing. */
export type CrossrefWork = { DOI: string } & Record<string, unknown>

/** A stand-in for Crossref's `/works/…` and `/v1/works/…` that knows the given works; others get its plain-text 404. */
export const startCrossref = async (works: readonly CrossrefWork[]): Promise<ScriptedService> => {
  const byDoi = new Map(works.map(work => [work.DOI.toLowerCase(), work]))
  return startScriptedService(target => {
    const doi = /^(?:\/v1)?\/works\/(.+)$/s.exec(decodeURIComponent(target.pathname))?.[1]?.toLowerCase() ?? ''
    const message = byDoi.get(doi)
    return message === undefined
      ? { status: 404, body: 'Resource not found.' }
      : {
          status: 200,
          body: { status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message },
          headers: { 'x-rate-limit-limit': '50', 'x-rate-limit-interval': '1s', 'x-api-pool': 'polite' },
        }
  })
}
