import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, readAnswer } from './answer.ts'
import { CannotCheck } from './cannot-check.ts'
import { printable } from './printable.ts'
import { secondsToWait } from './seconds-to-wait.ts'

/** A file to check: its name, from which the site infers the format, and its content. */
export type Bibliography = { file: string; bytes: Uint8Array<ArrayBuffer> }

/** All waiting for the site together, for one file, in seconds. */
const longestWait = 300
/** Request timeout in milliseconds. A few thousand references take a few seconds. */
const longestRequest = 120_000

export type Asking = {
  site: URL
  /** Called with a message when the site asks the client to wait. */
  onWait: (sentence: string) => void
  fetch?: typeof fetch
  /** Waits for some milliseconds. */
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Checks a bibliography with a site (`POST /api/v1/check`). On 429 and 503 it waits for `Retry-After`, up to five minutes in total.
 * @throws CannotCheck
 */
export const checkWithSite = async (
  bibliography: Bibliography,
  { site, onWait, fetch: send = fetch, wait = pause }: Asking,
): Promise<Answer> => {
  const address = new URL('/api/v1/check', site)
  for (let waited = 0; ; ) {
    const answer = await post(address, bibliography, send)
    if (answer.ok) return readAnswer(await readJson(answer))
    if (answer.status !== 429 && answer.status !== 503) throw await refused(answer, bibliography.file, site)
    const seconds = secondsToWait(answer.headers.get('Retry-After'), new Date())
    if (waited + seconds > longestWait) throw tooLong(site, seconds)
    // Discards the body to free the connection for the next attempt.
    await answer.body?.cancel()
    onWait(`${site.host} is busy: retrying in ${seconds} seconds.`)
    await wait(seconds * 1000)
    waited += seconds
  }
}

const post = async (address: URL, { file, bytes }: Bibliography, send: typeof fetch): Promise<Response> => {
  try {
    return await send(address, {
      method: 'POST',
      headers: { 'Content-Type': contentTypeOf(file), Accept: 'application/json' },
      body: bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(longestRequest),
    })
  } catch (cause) {
    throw new CannotCheck(
      `${address.origin} cannot be reached (${reasonOf(cause)}). Check the URL and that the site is up, and try again.`,
      { cause },
    )
  }
}

/** Returns the cause's message, because the message of `fetch` itself is always "fetch failed". */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return printable(cause?.code ?? cause?.message ?? message)
}

const refused = async (answer: Response, file: string, site: URL): Promise<CannotCheck> => {
  if (answer.status >= 300 && answer.status < 400)
    return new CannotCheck(
      `${site.origin} redirects to ${printable(answer.headers.get('Location') ?? 'another site')}: use that URL as --site.`,
    )
  if (answer.status === 404 || answer.status === 405)
    return new CannotCheck(`${site.origin} has no reference check: make sure that --site is a Corroborate site.`)
  const { detail } = ((await answer.json().catch(() => null)) ?? {}) as { detail?: unknown }
  const why = typeof detail === 'string' ? printable(detail) : `The site returned ${answer.status}.`
  return new CannotCheck(`${printable(file)} cannot be checked: ${why}`)
}

const tooLong = (site: URL, seconds: number) =>
  new CannotCheck(`${site.host} is busy or rate limits you. Try again in ${Math.ceil(seconds / 60)} minutes.`)

const readJson = async (answer: Response): Promise<unknown> => {
  try {
    return await answer.json()
  } catch {
    // Truncated or not JSON. `readAnswer` reports it.
    return null
  }
}

/** By the end of a file's name. The site looks at the content too, so that plain text is right for everything else. */
const contentTypes: Readonly<Record<string, string>> = {
  bib: 'application/x-bibtex',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/vnd.citationstyles.csl+json',
  nbib: 'application/nbib',
  odt: 'application/vnd.oasis.opendocument.text',
  ris: 'application/x-research-info-systems',
  xml: 'application/xml',
}

const contentTypeOf = (file: string): string =>
  contentTypes[file.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain'
