import type { z } from 'zod'
import { bodyEndedEarly, type HttpContext, HttpProblem } from './http-problem.ts'

/** The media type of a body, without its parameters; empty when the request names none. */
const typeOf = (c: HttpContext): string => mediaType(c.req.header('Content-Type'))
const mediaType = (contentType: string | undefined): string => contentType?.split(';')[0]?.trim().toLowerCase() ?? ''

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')
const isForm = (type: string): boolean => type === 'application/x-www-form-urlencoded'

/** True for form content types. */
export const isFormType = (contentType: string | undefined): boolean => isForm(mediaType(contentType))

/** True when the body is a form sent without JavaScript, which wants a page or a redirect for an answer. */
export const isFormPost = (c: HttpContext): boolean => isForm(typeOf(c))

/**
 * Parses and validates a JSON or form body. Form values are strings, or arrays for repeated names. A missing body counts as `{}`.
 * @throws HttpProblem 415 for other content types, 413 above the size limit, 400 if it is malformed, contains a NUL character or a lone
 * surrogate, which storage does not preserve, or fails the schema.
 */
export const readBody = async <S extends z.ZodType>(c: HttpContext, schema: S): Promise<z.output<S>> => {
  const value = await readValue(c)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HttpProblem(400, sentenceOf(parsed.error), { kind: 'invalid-input', cause: parsed.error })
}

/**
 * Parses a JSON body without validation except for lone surrogates; undefined if there is no body, regardless of its content type.
 * @throws HttpProblem 415 for other content types, 413 above the size limit, 400 if it is malformed or contains a lone surrogate.
 */
export const readJson = async (c: HttpContext): Promise<unknown> => {
  const text = await readText(c)
  if (text === '') return undefined
  if (!isJson(typeOf(c))) throw new HttpProblem(415, 'Send the body as application/json.')
  return fromJson(text)
}

const readValue = async (c: HttpContext): Promise<unknown> => {
  const type = typeOf(c)
  if (type !== '' && !isJson(type) && !isForm(type)) {
    throw new HttpProblem(415, 'Send the body as application/json or application/x-www-form-urlencoded.')
  }
  const text = await readText(c)
  if (text === '') {
    if (type === '' || isForm(type)) return {}
    throw malformed('The body is empty, but its content type is JSON.')
  }
  if (type === '') throw new HttpProblem(415, 'Say in Content-Type what the body is: application/json or a form.')
  const value = isForm(type) ? fromForm(text) : fromJson(text)
  if (holdsText(value, text => text.includes('\0'))) throw malformed('The body holds a NUL character: remove it.')
  return value
}

const readText = async (c: HttpContext): Promise<string> => {
  let bytes: ArrayBuffer
  try {
    bytes = await c.req.arrayBuffer()
  } catch (cause) {
    throw cause instanceof HttpProblem ? cause : bodyEndedEarly(cause)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw malformed('The body is not UTF-8.', cause)
  }
}

const fromJson = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw malformed('The body is not valid JSON.', cause)
  }
  // UTF-8 has no half characters: only an escape can bring one.
  if (/\\u[dD][89a-fA-F]/.test(text) && holdsText(value, text => !text.isWellFormed()))
    throw malformed('The body holds half of a character: remove it.')
  return value
}

const fromForm = (text: string): Record<string, string | string[]> => {
  const params = new URLSearchParams(text)
  const values: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name)
    values[name] = all.length === 1 ? (all[0] ?? '') : all
  }
  return { ...values }
}

/** Walks without recursion: a body may be nested as deep as it is long. */
const holdsText = (value: unknown, is: (text: string) => boolean): boolean => {
  const open = [value]
  while (open.length > 0) {
    const item = open.pop()
    if (typeof item === 'string' && is(item)) return true
    if (typeof item !== 'object' || item === null) continue
    for (const [name, inner] of Object.entries(item)) {
      if (is(name)) return true
      open.push(inner)
    }
  }
  return false
}

const malformed = (sentence: string, cause?: unknown): HttpProblem =>
  new HttpProblem(400, sentence, { kind: 'malformed-body', cause })

const sentenceOf = (error: z.ZodError): string => {
  const [issue] = error.issues
  if (issue === undefined) return 'The body does not have the right form.'
  const where = issue.path.map(String).join('.')
  return where === '' ? `The body is not right: ${issue.message}.` : `${where} is not right: ${issue.message}.`
}
