import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import { paths } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { authenticatePage } from '../pages/pages.ts'
import { plainText } from '../plain-text.ts'
import { asking, isSentByUs, keepSecret, onlyOne, wasServedForm } from './asked.ts'
import { clientOf } from './browser-session.ts'
import type { IdentityProvider } from './provider/index.ts'
import type { SignInAnswers } from './sign-in-answers.ts'

const token = z.string().min(1).max(512)
const body = z.object({
  token,
  password: z.string().max(2_048),
  redirect_url: z.string().max(2_048).optional(),
  asked: z.string().max(64).optional(),
})

export type ResetPasswordOptions = {
  /** The site's own. */
  origin: string
  provider: Pick<IdentityProvider, 'lookAtLink' | 'setPassword'>
  limits: Pick<Limits<'signIn' | 'linkLook'>, 'require'>
  pages: Pick<Pages, 'show'>
}

/** Provider errors for a permanently invalid link. */
const deadTypes: ReadonlySet<string> = new Set(['unable_to_auth_magic_link', 'unable_to_auth_password_reset_token'])

/**
 * `/reset-password` without JavaScript: the first link of a password mail or an address confirmation. Opening it spends nothing; it shows
 * the account, or immediately that the link is invalid.
 */
export const createResetPasswordCalls = (
  { origin, provider, limits, pages }: ResetPasswordOptions,
  { pathOr, failed, takeNew }: Pick<SignInAnswers, 'pathOr' | 'failed' | 'takeNew'>,
) => {
  const secure = origin.startsWith('https:')

  const show = async (
    c: HttpContext,
    token: string,
    redirect: string,
    problem: { sentence: string; status: number } | null,
  ): Promise<Response> => {
    const client = clientOf(c)
    await limits.require('linkLook', { address: client.address })
    const found = await provider.lookAtLink(token, client)
    if (found.kind !== 'found') {
      return found.kind === 'refused' && deadTypes.has(found.errorType)
        ? failed(c, 'used', redirect, { message: found.message })
        : failed(c, 'unavailable', redirect)
    }
    const model = {
      kind: 'password',
      token,
      account: plainText(found.email),
      confirms: !found.isProved,
      problem: problem?.sentence ?? null,
      redirect,
      asked: asking(c, secure),
    } as const
    return pages.show(c, authenticatePage, model, problem?.status ?? 200)
  }

  const get = async (c: HttpContext): Promise<Response> => {
    const query = new URL(c.req.url).searchParams
    const given = token.safeParse(onlyOne(query, 'reset_password_token'))
    if (!given.success) return c.redirect(paths.login(), 303)
    return show(c, given.data, '/', null)
  }

  const post = async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const { token, password, redirect_url, asked } = await readBody(c, body)
    const redirect = pathOr(redirect_url, '/')
    if (!isSentByUs(c) && !wasServedForm(c, secure, asked)) return show(c, token, redirect, null)
    await limits.require('signIn', { address: clientOf(c).address })
    const answer = await provider.setPassword({ token, password }, clientOf(c))
    switch (answer.kind) {
      case 'found':
        return takeNew(c, answer.session, { method: 'password', redirect })
      case 'unavailable':
        return failed(c, 'unavailable', redirect)
      case 'refused':
        return deadTypes.has(answer.errorType)
          ? failed(c, 'used', redirect, { message: answer.message })
          : show(c, token, redirect, { sentence: answer.message, status: answer.status })
    }
  }

  return { get, post }
}
