import { type HttpContext, requestIdOf } from '@corroborate/server-kit/http'
import { type AnswerContext, errorBody } from '@corroborate/wire/envelope'
import type { Environment } from '../../platform/ids/index.ts'
import type { Refusal } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../core/index.ts'
import { corsHeaders } from './cors.ts'

/**
 * Headers of an answer. Over a socket they go to Node's own answer, which the handler's join: a third of the cost of a
 * `Headers` object.
 */
export const putHeaders = (c: HttpContext, headers: Readonly<Record<string, string>>): void => {
  const outgoing = c.env?.outgoing
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) c.header(name, value)
    else outgoing.setHeader(name, value)
  }
}

export const allowOrigin = (c: HttpContext, origin: string): void => putHeaders(c, corsHeaders(origin))

export const notStored = { 'Cache-Control': 'no-store' }

export const idOf = (c: HttpContext, environment: Environment): string => `request-id-${environment}-${requestIdOf(c)}`

/** Builds the responses of `/sdk/v1`, and the CORS headers of those sent before the project is known. */
export const createAnswers = ({ projects, docsUrl }: Pick<Core, 'projects' | 'docsUrl'>) => {
  const contextOf = (c: HttpContext, environment: Environment): AnswerContext => ({
    requestId: idOf(c, environment),
    docsUrl,
  })

  return {
    contextOf,

    refused: (c: HttpContext, refusal: Refusal, environment: Environment): Response => {
      putHeaders(c, notStored)
      for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value)
      if (refusal.plainText !== undefined) return c.text(refusal.plainText, refusal.status)
      return c.json(errorBody(refusal.type, contextOf(c, environment), refusal.message), refusal.status)
    },

    /** Allows any project's pages to read a response sent before the project is known: it reveals nothing about a project. */
    allowOriginOfAny: async (c: HttpContext, project: Project | null): Promise<void> => {
      const origin = c.req.header('Origin')
      if (origin !== undefined && project === null && (await projects.someAllows(origin))) allowOrigin(c, origin)
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>
