import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { parseEmail } from '@corroborate/wire/email'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { paths } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import type { People } from '../../../kit/people/index.ts'
import { loginPage } from '../pages/index.ts'
import { clientOf } from './browser-session.ts'
import { loginNoteAge, loginNoteName, newPkcePair, writeLoginNote } from './login-note.ts'
import type { Client, IdentityProvider, LinkSentAnswer } from './provider/index.ts'
import { onlyOne } from './request.ts'
import type { SignInAnswers } from './sign-in-answers.ts'
import { failures } from './words.ts'

export type LogInOptions = {
  /** The site's own. */
  origin: string
  provider: Pick<IdentityProvider, 'sendLink'>
  people: Pick<People, 'known' | 'session'>
  limits: Pick<Limits<'signInMail'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const text = z.string().max(2_048)
const body = z.object({ email: text, redirect_url: text.optional() })

/** `/login`: a linkable page, also the login for browsers without JavaScript. */
export const createLogInCalls = (
  { origin, provider, people, limits, pages }: LogInOptions,
  { pathOr }: Pick<SignInAnswers, 'pathOr'>,
) => {
  const secure = origin.startsWith('https:')

  const page = (c: HttpContext): Response => {
    const redirect = pathOr(onlyOne(new URL(c.req.url).searchParams, 'redirect_url'), '/')
    if (people.known(c)?.signedIn) return c.redirect(redirect, 303)
    return pages.show(c, loginPage, { kind: 'ask', email: '', problem: null, redirect }, 200)
  }

  const byForm = async (c: HttpContext): Promise<Response> => {
    const { email, redirect_url } = await readBody(c, body)
    const redirect = pathOr(redirect_url, '/')
    const ask = (problem: string, status: number): Response =>
      pages.show(c, loginPage, { kind: 'ask', email, problem, redirect }, status)
    const parsed = parseEmail(email.trim())
    if (parsed.kind === 'refused') return ask('Invalid email address', 400)
    await limits.require('signInMail', { address: clientOf(c).address })
    const link = { email: parsed.email, landing: `${origin}${paths.authenticate}` }
    const { answer, verifier } = await sendLink(provider, link, clientOf(c))
    if (answer.kind === 'unavailable') return ask(failures.unavailable.sentence, 503)
    if (answer.kind === 'refused') return ask(answer.message, answer.status)
    setCookie(c, loginNoteName(secure), writeLoginNote({ redirect, verifier, linkId: answer.linkId }), {
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      path: '/',
      maxAge: loginNoteAge,
    })
    return pages.show(c, loginPage, { kind: 'sent', email: parsed.email, redirect }, 200)
  }

  return { page, byForm }
}

/** Requests a magic link, with a PKCE challenge only if the provider requires one. */
const sendLink = async (
  provider: LogInOptions['provider'],
  link: { email: string; landing: string },
  client: Client,
): Promise<{ answer: LinkSentAnswer; verifier: string | null }> => {
  const answer = await provider.sendLink({ ...link, challenge: null }, client)
  if (answer.kind !== 'refused' || answer.errorType !== 'invalid_pkce_code_challenge') return { answer, verifier: null }
  const { verifier, challenge } = newPkcePair()
  return { answer: await provider.sendLink({ ...link, challenge }, client), verifier }
}
