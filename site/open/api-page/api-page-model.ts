import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import {
  type ApiCall,
  type ApiExample,
  apiPaths,
  type ExampleLanguage,
  type Examples,
  exampleLanguages,
  type ProblemWord,
  problemTypes,
  statusOfProblem,
} from '../api/index.ts'
import { assistantsInShort } from '../mcp/assistants-in-short.ts'
import { apiCalls } from './routes.ts'

/** An example of a call as the page shows it. */
type ShownExample = { language: ExampleLanguage; code: string }

/** The code of an example in each language, with the address of this site. `base`: of the API. */
export const examplesOf = (
  { path, body, code }: Pick<ApiExample, 'path' | 'body' | 'code'>,
  base: string,
): ShownExample[] => {
  const write = code ?? (body === undefined ? reading(path) : sending(path, body))
  const written = write(base)
  return exampleLanguages.map(language => ({ language, code: written[language] }))
}

const reading =
  (path: string): Examples =>
  base => ({
    curl: `curl '${base}${path}'`,
    JavaScript: `const response = await fetch('${base}${path}')
console.log(await response.json())`,
    Python: `import json, urllib.request

with urllib.request.urlopen('${base}${path}') as response:
    print(json.load(response))`,
    R: `jsonlite::fromJSON("${base}${path}")`,
  })

const sending =
  (path: string, body: object): Examples =>
  base => {
    const json = JSON.stringify(body)
    return {
      curl: `curl '${base}${path}' --json '${json}'`,
      JavaScript: `const response = await fetch('${base}${path}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
})
console.log(await response.json())`,
      Python: `import json, urllib.request

body = json.dumps(${json}).encode()
request = urllib.request.Request('${base}${path}', body, {'Content-Type': 'application/json'})
with urllib.request.urlopen(request) as response:
    print(json.load(response))`,
      R: `httr2::request("${base}${path}") |>
  httr2::req_body_raw('${json}', "application/json") |>
  httr2::req_perform() |>
  httr2::resp_body_json()`,
    }
  }

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
