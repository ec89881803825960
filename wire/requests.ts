import type { z } from 'zod'
import type { Endpoint } from './endpoint.schema.ts'
import { type AnswerContext, type ErrorBody, errorBody, type RequestPart, type SchemaErrorBody } from './envelope.ts'
import { type ErrorType, errorTypes } from './errors.ts'
import { schemaErrors } from './schema-errors.ts'
import type { RequestOf } from './types.ts'

/** Why a request was not read: a wrong shape in one part, or a value that has an error type of its own. */
export type Refusal =
  | { kind: 'shape'; part: RequestPart; error: z.core.$ZodError; input: unknown }
  | { kind: 'value'; errorType: ErrorType }

export type ReadRequest<E extends Endpoint> =
  | { kind: 'read'; request: RequestOf<E> }
  | { kind: 'refused'; refusal: Refusal }

/**
 * Reads the parameters and the parsed JSON body of a request. A missing body counts as `{}`, since clients send none where all is optional.
 * Keys the contract does not name are dropped. Never throws.
 */
export const readRequest = <E extends Endpoint>(
  endpoint: E,
  sent: { params?: unknown; body?: unknown },
): ReadRequest<E> => {
  const read: Record<RequestPart, unknown> = { params: undefined, body: undefined }
  for (const part of ['params', 'body'] as const) {
    const schema = endpoint[part]
    if (schema === null) continue
    const input = sent[part] === undefined ? {} : sent[part]
    const result = schema.safeParse(input)
    if (!result.success) return { kind: 'refused', refusal: refusalOf(result.error, part, input) }
    read[part] = result.data
  }
  return { kind: 'read', request: read as RequestOf<E> }
}

/** Creates the response body of a rejected request, with its status in `status_code`. */
export const refusalBody = (refusal: Refusal, context: AnswerContext): ErrorBody | SchemaErrorBody => {
  if (refusal.kind === 'value') return errorBody(refusal.errorType, context)
  const entries = schemaErrors(refusal.error, refusal.input)
  const first = entries[0]
  const message = first && `${refusal.part}${first.dataPath} ${first.message}`
  const common = errorBody('bad_request', context, message)
  return refusal.part === 'body' ? { ...common, body: entries } : { ...common, params: entries }
}

// A wrong type is reported before a wrong value, which may be its consequence.
const refusalOf = (error: z.core.$ZodError, part: RequestPart, input: unknown): Refusal => {
  const named = error.issues.map(errorTypeOf)
  const errorType = named[0]
  return errorType !== undefined && !named.includes(undefined)
    ? { kind: 'value', errorType }
    : { kind: 'shape', part, error, input }
}

const errorTypeOf = (issue: z.core.$ZodIssue): ErrorType | undefined => {
  const name: unknown = issue.code === 'custom' ? issue.params?.error_type : undefined
  return typeof name === 'string' && Object.hasOwn(errorTypes, name) ? (name as ErrorType) : undefined
}
