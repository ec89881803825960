import type { SchemaErrorEntry } from '@corroborate/wire/envelope'
import { captchaRequiredText } from '@corroborate/wire/headers'
import { ApiError, ApiSchemaError, ApiUnreachableError, CaptchaError } from './errors.ts'

export type Answered = { status: number; contentType: string; text: string }

/** Returns the `data` of a success response. @throws any other class of `errors.ts` that begins with Api, or CaptchaError */
export const readAnswer = ({ status, contentType, text }: Answered): unknown => {
  if (status <= 299) {
    const body = parse(text)
    if (!isObject(body) || !isObject(body.data)) throw invalidJson()
    return body.data
  }
  if (!contentType.includes('application/json')) {
    throw text.includes(captchaRequiredText)
      ? new CaptchaError('The provider asks for a proof that a person is there.')
      : invalidAnswer()
  }
  const body = parse(text)
  if (!isObject(body)) throw invalidJson()
  if ('body' in body || 'params' in body || 'query' in body) throw new ApiSchemaError(entriesOf(body))
  // A gateway in between may answer with JSON of its own.
  if (typeof body.error_type !== 'string') throw invalidAnswer()
  throw new ApiError({
    status_code: typeof body.status_code === 'number' ? body.status_code : status,
    request_id: textOf(body.request_id),
    error_type: body.error_type,
    error_message: textOf(body.error_message),
    error_url: textOf(body.error_url),
  })
}

const invalidAnswer = (kind = '') => new ApiUnreachableError(`Invalid ${kind}response from our servers.`)

const invalidJson = () => invalidAnswer('JSON ')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const entriesOf = ({ body, params, query }: Record<string, unknown>): SchemaErrorEntry[] =>
  [body, params, query].flatMap(part => (Array.isArray(part) ? (part as SchemaErrorEntry[]) : []))

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
