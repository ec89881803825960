import { groupedNumber } from '../../kit/amounts/index.ts'
import type { ApiCall, ApiExample, ProblemWord } from '../api/index.ts'
import { apiPaths, problemTypes, statusOfProblem } from '../api/index.ts'
import { assistantsInShort } from '../mcp/index.ts'
import { apiCalls } from './calls.ts'
import { examplesOf, type ShownExample } from './examples.ts'

/** Content of `/api`. Plain data. */
export type ApiPageModel = {
  /** The address of the site. */
  origin: string
  /** The address of the API, and of its OpenAPI document. */
  base: string
  document: string
  calls: readonly ShownCall[]
  problems: readonly { word: string; title: string; status: number; help: string }[]
  assistants: { title: string; text: string; url: string }
}

export type ShownCall = {
  id: string
  method: string
  /** Below the base: `/papers/{doi}`. */
  path: string
  summary: string
  paragraphs: readonly string[]
  parameters: readonly { name: string; place: string; required: boolean; description: string }[]
  problems: readonly string[]
  /** "600 points per 60 seconds". */
  limit: string
  /** Null while this site has nothing to show. */
  example: { requests: readonly ShownExample[]; answer: string; url: string | null } | null
}

/**
 * The page's model for the site at `origin`.
 * @param newestReport SHA-256 of an approved report, for the example of `getReport`; null while there is none
 */
export const apiPageModel = (origin: string, newestReport: string | null): ApiPageModel => ({
  origin,
  base: origin + apiPaths.root,
  document: origin + apiPaths.openapi,
  calls: apiCalls.map(call => shownCall(call, exampleOf(call, newestReport), origin)),
  problems: (Object.keys(problemTypes) as ProblemWord[]).map(word => ({
    word,
    ...problemTypes[word],
    status: statusOfProblem(word),
  })),
  assistants: assistantsInShort(origin),
})

/** A report has an example only where readers have submitted one. */
const exampleOf = ({ example }: ApiCall, newestReport: string | null): ApiExample | null =>
  example ?? (newestReport === null ? null : { path: `/reports/${newestReport}`, answer: { hash: newestReport } })

const shownCall = (call: ApiCall, example: ApiExample | null, origin: string): ShownCall => {
  const base = origin + apiPaths.root
  return {
    id: call.id,
    method: call.method.toUpperCase(),
    path: call.path,
    summary: call.summary,
    paragraphs: call.description.split('\n\n'),
    parameters: call.parameters.map(({ name, in: place, required, description }) => ({
      name,
      place,
      required,
      description,
    })),
    problems: call.problems,
    limit: `${groupedNumber(call.limit.points)} points per ${call.limit.perSeconds} seconds`,
    example: example && {
      requests: examplesOf(example, base),
      answer: answerOf(example, origin),
      url: example.body === undefined ? base + example.path : null,
    },
  }
}

/** The excerpt of the response as JSON, with the address of this site. */
export const answerOf = ({ answer }: Pick<ApiExample, 'answer'>, origin: string): string =>
  JSON.stringify(answer, null, 2).replaceAll('{origin}', origin)
