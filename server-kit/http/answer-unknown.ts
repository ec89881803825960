import type { Hono } from 'hono'
import { allowedMethods } from './allowed-methods.ts'
import { answerProblem, type ProblemAnswers } from './answer-problem.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'
import { HttpProblem } from './http-problem.ts'

/** Responds to requests without a matching route: 404, or 405 with the path's methods. `OPTIONS` returns those methods. */
export const createAnswerUnknown =
  (app: Hono<HttpEnv>, problems: ProblemAnswers) =>
  (c: HttpContext): Response | Promise<Response> => {
    const allowed = allowedMethods(app, c.req.path)
    if (allowed.length === 0 || allowed.includes(c.req.method)) {
      const problem = new HttpProblem(404, 'There is nothing at this address: check it, or start from the home page.')
      return answerProblem(problem, c, problems)
    }
    const headers = { Allow: allowed.join(', ') }
    if (c.req.method === 'OPTIONS') return c.body(null, 204, headers)
    const problem = new HttpProblem(405, `This address answers ${allowed.join(', ')} only.`, { headers })
    return answerProblem(problem, c, problems)
  }
