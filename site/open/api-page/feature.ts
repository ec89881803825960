import { HttpProblem } from '@corroborate/server-kit/http'
import { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { newestReportHash, type ReportTables } from '../../readers/reports/index.ts'
import {
  type ApiCall,
  answerText,
  apiPaths,
  namedSchemas,
  ProblemDetails,
  type ProblemWord,
  problemTypes,
  statusOfProblem,
} from '../api/index.ts'
import type { ApiPage } from './ApiPage.tsx'
import { type ApiPageModel, apiPageModel } from './api-page-model.ts'
import { apiCalls } from './routes.ts'

export const apiPage = definePage({
  name: 'api',
  component: markup<typeof ApiPage>('open/api-page/ApiPage.tsx'),
  head: ({ document }: ApiPageModel, origin) => ({
    title: 'API · Corroborate',
    description:
      'A free JSON API for the status of scientific papers: retractions, corrections, replications and reports. No key required.',
    canonical: `${origin}${paths.api}`,
    links: [{ rel: 'service-desc', href: document, type: 'application/json' }],
  }),
  islands: null,
  styles: 'kit/browser/styles/for-api.css',
  scriptBudget: 5_100,
})

type Json = { [name: string]: unknown }

/** Errors common to all endpoints. */
const ofEveryCall: readonly ProblemWord[] = ['unknown-field', 'too-many-requests', 'unavailable', 'unexpected']

/**
 * Returns the API as an OpenAPI 3.1 document, built from the schemas of its responses.
 * @param origin of this site
 * @param contact the operators' email address; null if not configured
 */
const openApiDocument = ({ origin, contact }: { origin: string; contact: string | null }): Json => ({
  openapi: '3.1.1',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: {
    title: 'Corroborate',
    version: '1',
    summary: 'Status of scientific papers: retractions, corrections, replications and reports.',
    description: `A free JSON API, no key required. Reference with examples: ${origin}/api.\n\nResponses may gain fields; ignore those that you do not know. Unknown parameters and fields of a request are rejected with their name.`,
    contact: { name: 'Operators of this site', url: `${origin}/about`, ...(contact !== null && { email: contact }) },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: `${origin}/api/v1`, description: 'This site' }],
  security: [],
  tags: [{ name: 'papers', description: 'Papers and their status.' }],
  paths: pathsOf(apiCalls),
  components: { schemas: schemas(), headers },
})

/** Calls by path and method: two calls may share a path. */
const pathsOf = (calls: readonly ApiCall[]): Json => {
  const byPath = Map.groupBy(calls, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map(call => [call.method, operationOf(call)])),
    ]),
  )
}

const operationOf = (call: ApiCall): Json => ({
  operationId: call.id,
  tags: ['papers'],
  summary: call.summary,
  description: call.description,
  security: [],
  parameters: call.parameters.map(({ schema, ...parameter }) => ({ ...parameter, schema: inlineSchema(schema) })),
  ...(call.body !== undefined && {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: referenceTo(call.body) },
        ...Object.fromEntries((call.textBodies ?? []).map(type => [type, { schema: { type: 'string' } }])),
      },
    },
  }),
  responses: { ...successOf(call), ...problemsOf(call) },
})

const successOf = (call: ApiCall): Json => ({
  200: {
    description: 'The answer.',
    headers: headersNamed(
      'ETag',
      'RateLimit-Policy',
      'RateLimit',
      ...(call.isPaged === true ? (['Link'] as const) : []),
    ),
    content: { [call.answerType ?? 'application/json']: { schema: referenceTo(call.answer) } },
  },
  ...(call.method === 'get' && {
    304: {
      description: 'Not modified: the response still has the tag in `If-None-Match`.',
      headers: headersNamed('ETag'),
    },
  }),
})

const problemsOf = (call: ApiCall): Json => {
  const words = [...new Set([...call.problems, ...ofEveryCall])]
  const byStatus = Map.groupBy(words, statusOfProblem)
  return Object.fromEntries(
    [...byStatus].map(([status, words]) => [
      status,
      {
        description: `Problem details of the type ${words.map(word => `\`${word}\``).join(' or ')}.`,
        ...((status === 429 || status === 503) && { headers: headersNamed('Retry-After') }),
        content: { 'application/problem+json': { schema: referenceTo(ProblemDetails) } },
      },
    ]),
  )
}

const headers = {
  ETag: { description: 'Strong entity tag of the response.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'Name of the rate limit, its points (`q`) and its window in seconds (`w`).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Points left (`r`), and seconds until the limit resets (`t`).',
    schema: { type: 'string' },
  },
  Link: { description: 'The next page, as `rel="next"`; absent on the last.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
}

const headersNamed = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const place = (id: string): string => `#/components/schemas/${id}`

/** @throws TypeError for a schema without a name */
const referenceTo = (schema: z.ZodType): Json => {
  const id = namedSchemas.get(schema)?.id
  if (id === undefined) throw new TypeError('A schema of the API has no name.')
  return { $ref: place(id) }
}

/** Returns all named schemas. Requests and responses share them, since nothing is transformed. */
const schemas = (): Json => {
  const { schemas } = z.toJSONSchema(namedSchemas, { uri: place, io: 'input' })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]))
}

const inlineSchema = (schema: z.ZodType): Json => bare(z.toJSONSchema(schema, { io: 'input' }))

/** Removes the keys that only a standalone schema needs. */
const bare = ({ $schema: _, $id: __, ...schema }: Json): Json => schema

/** API reference: the page `/api`, and the OpenAPI document. */
export const apiPageFeature = defineFeature<ReportTables>()({
  pages: [apiPage],
  open: ({ settings, pages, db }) => {
    const { origin, contact } = settings.site
    // Built lazily: most processes never serve it, and it takes some 15 ms.
    let document: string | undefined
    const documentText = () => (document ??= JSON.stringify(openApiDocument({ origin, contact })))
    return {
      routes: {
        [apiPaths.page]: {
          GET: c => pages.showToAll(c, apiPage, async () => apiPageModel(origin, await newestReportHash(db))),
        },
        [apiPaths.openapi]: {
          GET: c =>
            answerText(c, documentText(), {
              'Content-Type': 'application/json; charset=utf-8',
              'Cache-Control': 'public, max-age=3600',
            }),
        },
        [apiPaths.problems]: {
          GET: c => {
            const word = c.req.param('word') ?? ''
            if (!Object.hasOwn(problemTypes, word)) throw new HttpProblem(404, 'Unknown problem type. See /api.')
            return c.redirect(`${apiPaths.page}#${word}`, 302)
          },
        },
      },
    }
  },
})
