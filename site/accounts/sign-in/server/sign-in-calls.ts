import type { HttpEnv } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { isApiPath, isAssistantsPath } from '../../../kit/doi/index.ts'
import type { People } from '../../../kit/people/index.ts'
import { arrivalOf } from './arrival.ts'
import { type AuthenticateOptions, createAuthenticateCalls } from './authenticate-calls.ts'
import { wishOf } from './landing-query.ts'
import { createLogInCalls, type LogInOptions } from './log-in-calls.ts'
import { createLogOutCalls, type LogOutOptions } from './log-out-calls.ts'
import { arrivalHeaders, keepSecret } from './request.ts'
import { requireSameReader } from './require-same-reader.ts'
import { createResetPasswordCalls, type ResetPasswordOptions } from './reset-password-calls.ts'
import { createSecondFactorCalls, type SecondFactorOptions } from './second-factor-calls.ts'
import { createSignInAnswers } from './sign-in-answers.ts'

/** True for shared, cacheable responses. */
const isForAnybody = (path: string): boolean => path.startsWith('/assets/') || isApiPath(path) || isAssistantsPath(path)

type SignInCallsOptions = AuthenticateOptions &
  ResetPasswordOptions &
  SecondFactorOptions &
  LogInOptions &
  LogOutOptions & { people: Pick<People, 'noteNoSession'> }

/** Sign-in routes, and middleware of every page. */
export const createSignInCalls = (options: SignInCallsOptions) => {
  const { browser } = options
  const answers = createSignInAnswers(options)
  const logOut = createLogOutCalls(options, answers)

  /** Identifies the session of a request. */
  const recognise: MiddlewareHandler<HttpEnv> = (c, next) => {
    const value = browser.cookieValue(c)
    if (value !== undefined && !isForAnybody(c.req.path)) return browser.around(c, value, next)
    options.people.noteNoSession(c)
    return next()
  }

  /** Handles actions in any page's query. Page scripts only act on the server's instructions. */
  const guardQuery: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (c.req.method !== 'GET' || !c.req.url.includes('?') || isApiPath(c.req.path)) return next()
    const wish = wishOf(new URL(c.req.url), arrivalOf(arrivalHeaders(c)))
    if (wish.kind === 'nothing') return next()
    if (wish.kind === 'end') c.res = await logOut.end(c, wish.to)
    else if (wish.kind === 'go') c.res = c.redirect(wish.to, 303)
    else await next()
    keepSecret(c)
  }

  return {
    recognise,
    requireSameReader: requireSameReader(options.people),
    guardQuery,
    authenticate: createAuthenticateCalls(options, answers),
    resetPassword: createResetPasswordCalls(options, answers),
    secondFactor: createSecondFactorCalls(options, answers),
    logIn: createLogInCalls(options, answers),
    logOut,
  }
}
