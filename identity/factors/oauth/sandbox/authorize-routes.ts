import { cookieNamed, type HttpContext, type HttpEnv, readBody } from '@corroborate/server-kit/http'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Asked, type Callback, rows, type Upstream } from '../upstream/index.ts'
import { sandboxPath } from './credentials.ts'
import { type Mistakes, mistakesOf } from './mistakes-of.ts'
import { setPagePolicy } from './page-policy.ts'
import { authorizePage, brokenRequestPage, formPostPage } from './pages.ts'
import { personOf, type Typed } from './people.ts'
import { encodePerson, personCookie, rememberedPerson } from './remembered-person.ts'

type Answer = Response | Promise<Response>

const form = z.object({
  decision: z.enum(['allow', 'refuse']).default('allow'),
  name: z.string().max(254).default(''),
  account: z.string().max(254).default(''),
  verified: z.literal('yes').optional(),
})

/** Authorize pages of all fake providers, where testers enter an identity and approve or deny. They work without JavaScript. */
export const createAuthorizeRoutes = (upstream: Upstream): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  for (const provider of oauthProviders) {
    const { authorize, tells } = rows[provider]
    app.get(`/${authorize}`, c => {
      const request = readRequest(c, upstream, provider)
      if ('answer' in request) return request.answer
      const cookie = cookieNamed(c.req.header('Cookie'), personCookie)
      return show(c, provider, request.asked, rememberedPerson(cookie, tells))
    })
    app.post(`/${authorize}`, async c => {
      const { decision, name, account, verified } = await readBody(c, form)
      const request = readRequest(c, upstream, provider)
      if ('answer' in request) return request.answer
      if (decision === 'refuse') return sendBack(c, provider, upstream.cancel(provider, request.asked))
      const typed = { name, account, isVerified: verified === 'yes' }
      const mistakes = mistakesOf(typed, tells)
      if (Object.keys(mistakes).length > 0) return show(c, provider, request.asked, typed, mistakes)
      remember(c, typed)
      return sendBack(c, provider, upstream.allow(provider, request.asked, personOf(provider, typed)))
    })
  }
  return app
}

/** The request as the provider reads it, or the answer to one that is wrong. */
const readRequest = (
  c: HttpContext,
  upstream: Upstream,
  provider: OAuthProvider,
): { asked: Asked } | { answer: Answer } => {
  const reading = upstream.read(provider, new URL(c.req.url).searchParams)
  switch (reading.kind) {
    case 'asked':
      return reading
    case 'refused': {
      const { asked, error, reason } = reading
      return { answer: sendBack(c, provider, upstream.refuse(provider, asked, error, reason)) }
    }
    case 'unknown':
      return { answer: c.html(brokenRequestPage(rows[provider].title, setPagePolicy(c), reading.reason), 400) }
  }
}

const show = (c: HttpContext, provider: OAuthProvider, { scopes }: Asked, typed: Typed, wrong: Mistakes = {}) => {
  const { title, tells } = rows[provider]
  const nonce = setPagePolicy(c)
  const status = Object.keys(wrong).length === 0 ? 200 : 400
  return c.html(authorizePage({ provider: title, nonce, scopes, typed, tells, wrong }), status)
}

/** Sends the browser back to the client, by a redirect or by a form that is posted. */
const sendBack = (c: HttpContext, provider: OAuthProvider, callback: Callback): Answer => {
  if (callback.responseMode === 'form_post') {
    return c.html(formPostPage(rows[provider].title, setPagePolicy(c), callback))
  }
  const url = new URL(callback.redirectUri)
  for (const [name, value] of callback.params) url.searchParams.set(name, value)
  return c.redirect(url.href, 303)
}

const remember = (c: HttpContext, typed: Typed): void =>
  c.header(
    'Set-Cookie',
    `${personCookie}=${encodePerson(typed)}; Path=${sandboxPath}; Max-Age=31536000; HttpOnly; SameSite=Lax`,
  )
