import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { html, raw } from 'hono/html'
import { HttpProblem, type ProblemAnswers, plainJson, wantsPageBy } from '../http/index.ts'

/** After how many seconds a refused request is worth sending again. */
const retryAfter = 2

/** Default message for shed requests. */
const usualSentence = 'We are busy right now. Try again in a moment.'

// The colours of the product. Nothing is fetched for this page: a server that is busy gets no more requests by it.
const style = `:root{color-scheme:light dark}
body{margin:0;padding:clamp(32px,12vh,120px) clamp(16px,4vw,40px);background:#fbfaf7;color:#14242e;font:1rem/1.55 system-ui,sans-serif}
main{max-width:40rem;margin:auto}
h1{margin:0 0 14px;font:600 clamp(1.875rem,1.4rem + 2vw,2.75rem)/1.15 Georgia,serif;text-wrap:balance}
p{margin:0 0 24px;text-wrap:pretty}
a{color:inherit;text-underline-offset:.19em}
:focus-visible{outline:2px solid;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#0f171c;color:#e6ecee}}`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `repeats`: the same request may simply be sent again. */
const pageOf = (sentence: string, repeats: boolean): string => {
  const what = repeats
    ? html`Wait a few seconds, then <a href="">try again</a>.`
    : html`What you sent has not been taken in: wait a few seconds, go back and send it again.`
  return String(html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Busy · try again</title>
<style>${raw(style)}</style><main><h1>${sentence}</h1>
<p>More people are asking than this server can answer. Nothing you did caused this. ${what}</p></main></html>`)
}

export type BusyAnswerOptions = {
  /** The server's JSON error format. */
  toJson?: ProblemAnswers['toJson'] | undefined
  /** CORS headers that make the error readable. */
  headersOf?: ((incoming: IncomingMessage) => Readonly<Record<string, string>>) | undefined
}

/**
 * Responds with 503 and `Retry-After`: a small page for people, JSON for API clients (RFC 9110, sections 15.6.4 and 10.2.3). Much cheaper
 * than any other response: no lookups, reads or logging.
 */
export const createBusyAnswer = ({ toJson = plainJson, headersOf }: BusyAnswerOptions) => {
  const pages = new Map<string, string>()

  const page = (sentence: string, repeats: boolean): string => {
    const key = `${repeats} ${sentence}`
    const known = pages.get(key) ?? pageOf(sentence, repeats)
    pages.set(key, known)
    return known
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse, sentence = usualSentence): void => {
    if (outgoing.destroyed || outgoing.headersSent) return
    const { method = 'GET', headers } = incoming
    const requestId = randomUUID()
    const forPeople = wantsPageBy({
      accept: headers.accept,
      contentType: headers['content-type'],
      mode: headers['sec-fetch-mode'],
    })
    const body = forPeople
      ? page(sentence, method === 'GET' || method === 'HEAD')
      : JSON.stringify(toJson(new HttpProblem(503, sentence), requestId))
    outgoing.writeHead(503, {
      'Content-Type': forPeople ? 'text/html; charset=UTF-8' : 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfter),
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headersOf?.(incoming),
    })
    outgoing.end(body)
  }
}
