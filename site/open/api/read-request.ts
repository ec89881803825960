import { type HttpContext, readJson } from '@corroborate/server-kit/http'
import { z } from 'zod'
import { type Doi, doiFromText, readPasted } from '../../kit/doi/index.ts'
import { ApiProblem } from './problem.ts'

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
    const has = names.length === 0 ? 'this call takes none' : `this call takes ${names.join(', ')}`
    throw new ApiProblem('unknown-field', `There is no ${what} ${shown(unknown)}: ${has}.`, { field: shown(unknown) })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue === undefined || issue.path.length === 0 ? undefined : issue.path.map(String).join('.')
  throw new ApiProblem('bad-request', `Invalid ${field ?? 'request'}: ${issue?.message ?? 'it has another form'}.`, {
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
      return 'This is no DOI, but may lead to one: ask /api/v1/search with it.'
    case 'isbn':
      return 'This is the number of a book. Ask for the DOI of the book or of a chapter.'
    case 'orcid':
      return 'This is the number of a person (ORCID iD). Ask for the DOI of a paper.'
    case 'broken-doi':
      return 'This begins like a DOI, and is none: a DOI is 10., four to nine digits, a slash, and what its publisher put behind it.'
    default:
      return 'This is no DOI: a DOI is 10., four to nine digits, a slash, and what its publisher put behind it. To look for a paper by its title, ask /api/v1/search.'
  }
}
