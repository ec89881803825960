import { type HttpContext, readJson } from '@corroborate/server-kit/http'
import { readRequest, refusalBody } from '@corroborate/wire/requests'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Project } from '../../projects/index.ts'
import { type Answers, notStored, putHeaders } from './answers.ts'
import type { Route } from './route.ts'

/** Parses a call's parameters and body, or returns the error response. */
export const readCall = async (
  c: HttpContext,
  { endpoint }: Route,
  { answers, project }: { answers: Answers; project: Project | null },
): Promise<{ params: unknown; body: unknown } | Response> => {
  const body = endpoint.body === null ? undefined : await readJson(c)
  const result = readRequest(endpoint, { params: endpoint.params === null ? undefined : c.req.param(), body })
  if (result.kind === 'read') return result.request as { params: unknown; body: unknown }
  await answers.allowOriginOfAny(c, project)
  const answered = refusalBody(result.refusal, answers.contextOf(c, project?.environment ?? 'test'))
  putHeaders(c, notStored)
  return c.json(answered, answered.status_code as ContentfulStatusCode)
}
