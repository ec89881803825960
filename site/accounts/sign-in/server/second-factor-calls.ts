import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { z } from 'zod'
import { paths } from '../../../kit/doi/index.ts'
import { isSentByUs, wasAsked } from './asked.ts'
import { clientOf } from './browser-session.ts'
import type { IdentityProvider } from './provider/index.ts'
import { keepSecret } from './request.ts'
import { isSessionToken } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'
import type { SignInAnswers } from './sign-in-answers.ts'

export type SecondFactorOptions = {
  /** The site's own. */
  origin: string
  sessions: Pick<Sessions, 'ask'>
  provider: Pick<IdentityProvider, 'proveSecondFactor'>
  limits: Pick<Limits<'signIn'>, 'require'>
}

const body = z.object({
  session_token: z.string().max(2_048),
  code: z.string().max(64),
  redirect_url: z.string().max(2_048).optional(),
  asked: z.string().max(64).optional(),
})

/** Provider errors for an ended session. */
const ended: ReadonlySet<string> = new Set(unrecoverableErrorTypes)

/**
 * `/authenticate/second-factor`: the code of an authenticator app, or a recovery code, by a form. Wrong ones are counted by the
 * provider, which locks the account for a while.
 */
export const createSecondFactorCalls = (
  { origin, sessions, provider, limits }: SecondFactorOptions,
  { pathOr, failed, notSignedIn, takeNew, askForCode }: SignInAnswers,
) => {
  const secure = origin.startsWith('https:')

  /** There is no form at this address: `/authenticate` shows it. */
  const get = (c: HttpContext): Response => c.redirect(paths.login(), 303)

  const post = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const { session_token: token, code, redirect_url, asked } = await readBody(c, body)
    const redirect = pathOr(redirect_url, '/')
    if (!isSessionToken(token)) return failed(c, 'ended', redirect)
    await limits.require('signIn', { address: clientOf(c).address })
    const isOurs = isSentByUs(c) || wasAsked(c, secure, asked)
    const answer = isOurs ? await provider.proveSecondFactor({ token, code }, clientOf(c)) : null
    if (answer?.kind === 'found') return takeNew(c, answer.session, { method: 'second_factor', redirect })
    if (answer?.kind === 'unavailable') return failed(c, 'unavailable', redirect)
    if (answer !== null && ended.has(answer.errorType)) return failed(c, 'ended', redirect)
    // Queried again, to show the account on the page.
    const found = await sessions.ask(token, clientOf(c))
    if (found.kind === 'account') return failed(c, 'ended', redirect)
    if (found.kind !== 'owed') return notSignedIn(c, token, found, redirect)
    const problem = answer === null ? null : { sentence: answer.message, status: answer.status }
    return askForCode(c, found, redirect, problem)
  }

  return { get, post }
}
