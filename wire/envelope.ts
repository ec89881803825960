import { type ErrorType, errorTypes } from './errors.ts'

/** Fields of every success response. */
export type Common = { request_id: string; status_code: number }

/** The JSON of a success, status 200. */
export type SuccessBody<Payload> = { data: Common & Payload }

/** The JSON of a refusal, at top level. It never has a key `body`, `params` or `query`. */
export type ErrorBody = {
  status_code: number
  request_id: string
  error_type: string
  error_message: string
  error_url: string
}

/** A schema violation in JSON-schema validator format: `dataPath` is `.name.first_name`, or empty for the value itself. */
export type SchemaErrorEntry = { keyword: string; dataPath: string; schemaPath: string; message: string }

/** The part of the request that does not fit its schema. */
export type RequestPart = 'body' | 'params'

/** The JSON of a refusal of the request's shape: clients know it by its key `body` or `params`. */
export type SchemaErrorBody = ErrorBody & ({ body: SchemaErrorEntry[] } | { params: SchemaErrorEntry[] })

/** Request ID, and URL of the error documentation. */
export type AnswerContext = { requestId: string; docsUrl: string }

/** Wraps a payload the way clients unwrap it. Undefined fields are left out when it becomes JSON. */
export const successBody = <Payload extends object>(payload: Payload, requestId: string): SuccessBody<Payload> => ({
  data: { ...payload, request_id: requestId, status_code: 200 },
})

/** Creates an error response body; its status is `status_code`. `message` replaces the type's default and is shown to the user. */
export const errorBody = (type: ErrorType, { requestId, docsUrl }: AnswerContext, message?: string): ErrorBody => ({
  status_code: errorTypes[type].status,
  request_id: requestId,
  error_type: type,
  error_message: message ?? errorTypes[type].message,
  error_url: `${docsUrl}#${type}`,
})
