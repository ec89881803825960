import { addressOf, type HttpContext, HttpProblem, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import type { People } from '../../../kit/people/index.ts'
import { loginPage } from '../pages/index.ts'
import { clientOf } from './browser-session.ts'
import type { IdentityProvider } from './provider/index.ts'

type ConfirmAddressOptions = {
  /** The site's own. */
  origin: string
  provider: Pick<IdentityProvider, 'sendConfirmation'>
  people: Pick<People, 'session'>
  limits: Pick<Limits<'signInMail'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const body = z.object({ redirect_url: z.string().max(2_048).optional() })

/** `POST /confirm-address`: resends the confirmation mail of the user's account, if it is unconfirmed. */
export const createConfirmAddressCall =
  ({ origin, provider, people, limits, pages }: ConfirmAddressOptions) =>
  async (c: HttpContext): Promise<Response> => {
    const redirect = sameOriginPath((await readBody(c, body)).redirect_url, origin) ?? '/'
    c.header('Cache-Control', 'no-store')
    const account = people.session(c)
    if (account === 'unsure') throw silent()
    if (account === 'nobody' || account.proved || account.email === null) return c.redirect(redirect, 303)
    await limits.require('signInMail', { address: addressOf(c) })
    const { email } = account
    const answer = await provider.sendConfirmation({ email, landing: `${origin}${paths.authenticate}` }, clientOf(c))
    if (answer.kind === 'unavailable') throw silent()
    if (answer.kind === 'refused') throw new HttpProblem(answer.status === 429 ? 429 : 503, answer.message)
    return pages.show(c, loginPage, { kind: 'confirming', email, redirect }, 200)
  }

const silent = (): HttpProblem =>
  new HttpProblem(503, 'We couldn’t send the email. Try again in a minute.', { retryAfter: 5 })
