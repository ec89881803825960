import type { Limit } from '@corroborate/server-kit/limits'
import type { z } from 'zod'
import type { ProblemWord } from './problem.ts'

/** A call of the API, as its document and its page describe it. The call itself answers by the same schemas. */
export type ApiCall = {
  /** Its name in the document, such as `getPaper`. */
  id: string
  method: 'get' | 'post'
  /** Below `/api/v1`, with its parameters in braces: `/papers/{doi}`. */
  path: string
  summary: string
  /** Plain text, in paragraphs parted by an empty line. */
  description: string
  parameters: readonly ApiParameter[]
  body?: z.ZodType
  /** Media types in which the body may be sent as a plain text instead. */
  textBodies?: readonly string[]
  answer: z.ZodType
  /** True if responses name the next page in a `Link` header. */
  isPaged?: true
  /** Its media type, where that is not `application/json`. */
  answerType?: string
  /** Errors beyond those common to all endpoints. */
  problems: readonly ProblemWord[]
  limit: { name: string } & Limit
  /** Null where a fresh site has nothing to return: the page then takes an example from what readers have submitted. */
  example: ApiExample | null
}

/** A request about the starter corpus, so that it succeeds on a fresh site. A test sends it and compares `answer`. */
export type ApiExample = {
  /** Below `/api/v1`. */
  path: string
  body?: object
  /** Code that sends it, where more than one request is needed. */
  code?: Examples
  /** An excerpt of the response; `{origin}` stands for the origin of the site. */
  answer: object
}

/** The languages that each call has an example in. */
export const exampleLanguages = ['curl', 'JavaScript', 'Python', 'R'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** The code of an example in each language. `base`: the address of the API, without a slash at its end. */
export type Examples = (base: string) => Readonly<Record<ExampleLanguage, string>>

export type ApiParameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: z.ZodType
}
