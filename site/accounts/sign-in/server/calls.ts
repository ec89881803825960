import type { HttpEnv } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { arrivalOf } from './arrival.ts'
import { type AuthenticateOptions, createAuthenticateCalls } from './authenticate.ts'
import { wishOf } from './landing-query.ts'
import { createLogInCalls, type LogInOptions } from './log-in.ts'
import { createLogOutCalls, type LogOutOptions } from './log-out.ts'
import { arrivalHeaders, keepSecret } from './request.ts'
import { createResetPasswordCalls, type ResetPasswordOptions } from './reset-password.ts'
import { createSignInAnswers } from './sign-in-answers.ts'

type SignInCallsOptions = AuthenticateOptions & ResetPasswordOptions & LogInOptions & LogOutOptions

/** What the addresses of signing in answer, and what runs before every page for them. */
export const createSignInCalls = (options: SignInCallsOptions) => {
  const { browser } = options
  const answers = createSignInAnswers(options)
  const logOut = createLogOutCalls(options, answers)

  /** Finds out whose session a request comes with. */
  const recognise: MiddlewareHandler<HttpEnv> = (c, next) => {
    const value = browser.cookieValue(c)
    return value === undefined || c.req.path.startsWith('/assets/') ? next() : browser.around(c, value, next)
  }

  /** Does what the query of any page asks for. The script of the page does nothing that it was not told from here. */
  const guardQuery: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (c.req.method !== 'GET' || !c.req.url.includes('?')) return next()
    const wish = wishOf(new URL(c.req.url), arrivalOf(arrivalHeaders(c)))
    if (wish.kind === 'nothing') return next()
    if (wish.kind === 'end') c.res = await logOut.end(c, wish.to)
    else if (wish.kind === 'go') c.res = c.redirect(wish.to, 303)
    else await next()
    keepSecret(c)
  }

  return {
    recognise,
    guardQuery,
    authenticate: createAuthenticateCalls(options, answers),
    resetPassword: createResetPasswordCalls(options, answers),
    logIn: createLogInCalls(options, answers),
    logOut,
  }
}
