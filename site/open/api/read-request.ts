import { type HttpContext, letCompress, readJson, strongTag, tagOfEncoding } from '@corroborate/server-kit/http'
import { z } from 'zod'
import { type Doi, doiFromText, readPasted } from '../../kit/doi/index.ts'
import { ApiProblem, openHeaders } from './problem.ts'

/** Cached for a minute by clients, and for five by shared caches, with stale-while-revalidate. */
export const forAMinute = 'public, max-age=60, s-maxage=300, stale-while-revalidate=60'

/** The answer to a call that sends something: no cache keeps it. */
export const notKept = 'no-store'

/**
 * Answers with JSON under a strong tag, or with 304 and the same headers where the client has it already. The same body has the same
 * tag on every machine. It may be compressed: it holds nothing that only some may know.
 */
export const answerJson = (c: HttpContext, body: unknown, cacheControl: string = forAMinute): Response =>
  answerText(c, JSON.stringify(body), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': cacheControl,
  })

/** The same for a text of any type. */
export const answerText = (
  c: HttpContext,
  text: string,
  given: { 'Content-Type': string; 'Cache-Control': string },
): Response => {
  const tag = strongTag(text)
  const headers = { ...openHeaders, ...given, Vary: 'Accept-Encoding' }
  const known = c.req.method === 'POST' ? null : knownTag(c.req.header('If-None-Match'), tag)
  if (known !== null) return c.body(null, 304, { ...headers, ETag: known })
  letCompress(c, text)
  return c.body(text, 200, { ...headers, ETag: tag })
}

/** Returns the client's ETag that matches this content in any encoding; null for none. */
const knownTag = (named: string | undefined, tag: string): string | null => {
  const ours = [tag, ...['br', 'gzip'].map(encoding => tagOfEncoding(tag, encoding))]
  for (const one of named?.split(',') ?? []) {
    const bare = one.trim().replace(/^W\//, '')
    if (bare === '*') return tag
    if (ours.includes(bare)) return bare
  }
  return null
}

/**
 * Reads the query of a call. A name that occurs several times is a list.
 * @param schema an object schema; every name that it does not have is refused
 * @throws ApiProblem `unknown-field` or `bad-request`, with the field
 */
export const readQuery = <Schema extends z.ZodObject>(c: HttpContext, schema: Schema): z.output<Schema> => {
  const values = Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all])
  return checked(schema, Object.fromEntries(values), 'parameter')
}

const none = z.object({})

/** For a call that takes no parameters. @throws ApiProblem `unknown-field` when some are sent */
export const refuseQuery = (c: HttpContext): void => void readQuery(c, none)

/**
 * Reads the JSON body of a call.
 * @throws ApiProblem `unknown-field` or `bad-request`, with the field; HttpProblem for a body that is no JSON
 */
export const readRequest = async <Schema extends z.ZodObject>(
  c: HttpContext,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const body = await readJson(c)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiProblem('bad-request', 'Send a JSON object as the body.')
  return checked(schema, body, 'field')
}

const checked = <Schema extends z.ZodObject>(schema: Schema, value: object, what: string): z.output<Schema> => {
  const names = Object.keys(schema.shape)
  const unknown = Object.keys(value).find(name => !names.includes(name))
  if (unknown !== undefined) {
    const has = names.length === 0 ? 'this endpoint has none' : `this endpoint has ${names.join(', ')}`
    throw new ApiProblem('unknown-field', `There is no ${what} ${shown(unknown)}: ${has}.`, { field: shown(unknown) })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue === undefined || issue.path.length === 0 ? undefined : issue.path.map(String).join('.')
  throw new ApiProblem('bad-request', `Invalid ${field ?? 'request'}: ${issue?.message ?? 'wrong type'}.`, {
    field,
    cause: parsed.error,
  })
}

/** Truncates a client's name for use in a message. */
const shown = (name: string): string => name.slice(0, 100).toWellFormed()

/**
 * The paper that a text names, in any form that the search field takes for a DOI.
 * @throws ApiProblem `not-a-doi`
 */
export const doiIn = (text: string): Doi => {
  const doi = readDoi(text)
  if (doi !== null) return doi
  throw new ApiProblem('not-a-doi', notADoi(text))
}

/** The same; null for an invalid DOI. A literally valid DOI is not decoded, since it may contain a percent sign. */
export const readDoi = (text: string): Doi | null => {
  if (text.startsWith('10.')) {
    const doi = doiFromText(text)
    if (doi !== null) return doi
  }
  const pasted = readPasted(text)
  return pasted.kind === 'doi' ? pasted.doi : null
}

/** Returns an error message for a text that identifies no paper. */
export const notADoi = (text: string): string => {
  const { kind } = readPasted(text)
  switch (kind) {
    case 'ask-openalex':
      return 'This is not a DOI, but may identify a paper: send it to /api/v1/search.'
    case 'isbn':
      return 'This is an ISBN. Send the DOI of the book or of a chapter.'
    case 'orcid':
      return 'This is an ORCID iD. Send the DOI of a paper.'
    case 'broken-doi':
      return 'This starts like a DOI but is not valid: a DOI is 10., four to nine digits, a slash, and a suffix.'
    default:
      return 'This is not a DOI: a DOI is 10., four to nine digits, a slash, and a suffix. To find a paper by its title, use /api/v1/search.'
  }
}
