import { groupedNumber } from '../../kit/amounts/index.ts'
import type { ApiCall, ProblemWord } from '../api/index.ts'
import { apiPaths, problemTypes, statusOfProblem } from '../api/index.ts'
import { assistantsInShort } from '../mcp/index.ts'
import { apiCalls } from './calls.ts'
import { examplesOf, type ShownExample } from './examples.ts'

/** What `/api` shows. Plain data. */
export type ApiPageModel = {
  /** The address of the site. */
  origin: string
  /** The address of the API, and of its document. */
  base: string
  document: string
  calls: readonly ShownCall[]
  problems: readonly { word: string; title: string; status: number; help: string }[]
  /** What assistants are given. */
  assistants: { title: string; text: string; url: string }
}

export type ShownCall = {
  id: string
  /** "GET /api/v1/papers/{doi}" */
  method: string
  path: string
  summary: string
  paragraphs: readonly string[]
  parameters: readonly { name: string; place: string; required: boolean; description: string }[]
  problems: readonly string[]
  /** "600 in 60 seconds". */
  limit: string
  examples: readonly ShownExample[]
}

/** The page's model for the site at `origin`. */
export const apiPageModel = (origin: string): ApiPageModel => {
  const base = origin + apiPaths.root
  return {
    origin,
    base,
    document: origin + apiPaths.openapi,
    calls: apiCalls.map(call => shownCall(call, base)),
    problems: (Object.keys(problemTypes) as ProblemWord[]).map(word => ({
      word,
      ...problemTypes[word],
      status: statusOfProblem(word),
    })),
    assistants: assistantsInShort(origin),
  }
}

const shownCall = (call: ApiCall, base: string): ShownCall => ({
  id: call.id,
  method: call.method.toUpperCase(),
  path: apiPaths.root + call.path,
  summary: call.summary,
  paragraphs: call.description.split('\n\n'),
  parameters: call.parameters.map(({ name, in: place, required, description }) => ({
    name,
    place: place === 'path' ? 'in the address' : 'in the query',
    required,
    description,
  })),
  problems: call.problems,
  limit: `${groupedNumber(call.limit.points)} points in ${call.limit.perSeconds} seconds from one address`,
  examples: examplesOf(call, base),
})
