import type { HttpEnv } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { isApiPath } from '../../kit/doi/index.ts'
import { preflightHeaders } from './open-headers.ts'

/** Answers `OPTIONS` below the API, which browsers send before they send a call of another origin's page. */
export const answerPreflight: MiddlewareHandler<HttpEnv> = async (c, next) =>
  c.req.method === 'OPTIONS' && isApiPath(c.req.path) ? c.body(null, 204, preflightHeaders) : next()
