import type { HttpEnv } from '@corroborate/server-kit/http'
import { sdkPrefix } from '@corroborate/wire/call'
import { Hono } from 'hono'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Core } from '../core/index.ts'
import { createAnswerCall } from './answer-call.ts'
import { createAnswers, putHeaders } from './answers.ts'
import { mayAsk, preflightHeaders } from './cors.ts'
import type { Route } from './route.ts'

/** Seconds that browsers keep the answer to a preflight. */
const preflightAge = 7_200

/**
 * The HTTP edge of `/sdk/v1`: one route per endpoint of the contract's table. Answers with the contract's envelopes and to
 * the project's origins alone; nothing a caller sends makes it answer 5xx.
 */
export const createSdk = (core: Core, routes: readonly Route[]): Hono<HttpEnv> => {
  const { projects } = core
  const answers = createAnswers(core)
  const answerCall = createAnswerCall(core, answers)
  const app = new Hono<HttpEnv>()

  app.options(`${sdkPrefix}/*`, async c => {
    const origin = c.req.header('Origin')
    if (origin === undefined || !(await mayAsk(projects, origin))) {
      return answers.refused(c, new Refusal('bad_domain_for_stytch_sdk'), 'test')
    }
    putHeaders(c, { ...preflightHeaders(origin), 'Access-Control-Max-Age': String(preflightAge) })
    return c.body(null, 204)
  })

  for (const route of routes) {
    app.on(route.endpoint.method, sdkPrefix + route.endpoint.path, c => answerCall(c, route))
  }

  return app
}
