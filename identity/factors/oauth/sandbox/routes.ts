import {
  cookieNamed,
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  nonceOf,
  readBody,
} from '@corroborate/server-kit/http'
import { isReadHere } from '@corroborate/server-kit/this-machine'
import { parseEmail } from '@corroborate/wire/email'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Core } from '../../../sdk/core/index.ts'
import { type Asked, type Callback, createUpstream, rows } from '../upstream/index.ts'
import { sandboxBase, sandboxClient } from './credentials.ts'
import { googleScript, isMode } from './google-script.ts'
import { createSandboxMemory } from './memory.ts'
import { authorizePage, brokenRequestPage, formPostPage } from './pages.ts'
import { personOf, type Typed, usualPerson } from './people.ts'

const base = '/sandbox/oauth'
const cookie = 'sandbox_person'

const form = z.object({
  decision: z.enum(['allow', 'refuse']).default('allow'),
  name: z.string().max(254).default(''),
  account: z.string().max(254).default(''),
  verified: z.literal('yes').optional(),
})

const kept = z.object({ name: z.string(), account: z.string(), isVerified: z.boolean() })

/** Who this browser was last time; where there are no addresses, by the name before the @. */
const lastPerson = (c: HttpContext, tells: AuthorizeTells): Typed => {
  const last = readCookie(cookieNamed(c.req.header('Cookie'), cookie))
  return tells === 'nothing' ? { ...last, account: last.account.replace(/@.*/, '') } : last
}

const readCookie = (value = ''): Typed => {
  try {
    return kept.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
  } catch {
    return usualPerson
  }
}

const remember = (c: HttpContext, typed: Typed): void => {
  const value = Buffer.from(JSON.stringify(typed)).toString('base64url')
  c.header('Set-Cookie', `${cookie}=${value}; Path=${base}; Max-Age=31536000; HttpOnly; SameSite=Lax`)
}

/** What is wrong with what was typed. Pure. */
const mistakesOf = ({ name, account }: Typed, tells: AuthorizeTells): { name?: string; account?: string } => ({
  ...(name.trim() === '' && { name: 'Type a name.' }),
  ...(tells === 'nothing' && account.trim() === '' && { account: 'Type a user name.' }),
  ...(tells !== 'nothing' && parseEmail(account.trim()).kind !== 'email' && { account: 'Type an e-mail address.' }),
})
type AuthorizeTells = (typeof rows)[OAuthProvider]['tells']

/**
 * All social providers, played on this machine for projects without credentials. Mount it only where `isSandboxOpen`.
 * Besides what `createUpstream` answers, below `/sandbox/oauth`:
 * - `GET` and `POST` of each authorize page: who somebody is, and whether they allow it; works without JavaScript
 * - `GET /accounts.google.com/gsi/client?mode=MODE`: Google's script for One Tap, and how it behaves
 * - `GET /accounts.google.com/gsi/credential`: what that script gives to the page, for origins of projects
 */
export const createSandboxPages = ({ origin, projects, db, sealer, now }: Core): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  const upstream = createUpstream({
    base: sandboxBase(origin),
    clientOf: provider => sandboxClient(provider, origin),
    now,
    memory: createSandboxMemory({ db, sealer }),
  })

  app.use(`${base}/*`, async (c, next) => {
    if (!isReadHere(c)) throw new HttpProblem(403, 'The sandbox is for this machine only: open it there.')
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
  })

  const sendBack = (c: HttpContext, provider: OAuthProvider, callback: Callback): Response | Promise<Response> => {
    if (callback.responseMode === 'form_post') {
      const nonce = setPolicy(c)
      return c.html(formPostPage(rows[provider].title, nonce, callback))
    }
    const url = new URL(callback.redirectUri)
    for (const [name, value] of callback.params) url.searchParams.set(name, value)
    return c.redirect(url.href, 303)
  }

  /** The request as the provider reads it, or the answer to one that is wrong. */
  const read = (
    c: HttpContext,
    provider: OAuthProvider,
  ): { asked: Asked } | { answer: Response | Promise<Response> } => {
    const reading = upstream.read(provider, new URL(c.req.url).searchParams)
    switch (reading.kind) {
      case 'asked':
        return reading
      case 'refused':
        return {
          answer: sendBack(c, provider, upstream.refuse(provider, reading.asked, reading.error, reading.reason)),
        }
      case 'unknown':
        return { answer: c.html(brokenRequestPage(rows[provider].title, setPolicy(c), reading.reason), 400) }
    }
  }

  const show = (c: HttpContext, provider: OAuthProvider, asked: Asked, typed: Typed, wrong = {}) => {
    const { title, tells } = rows[provider]
    const nonce = setPolicy(c)
    const status = Object.keys(wrong).length === 0 ? 200 : 400
    return c.html(authorizePage({ provider: title, nonce, scopes: asked.scopes, typed, tells, wrong }), status)
  }

  for (const provider of oauthProviders) {
    const path = `${base}/${rows[provider].authorize}`
    app.get(path, c => {
      const reading = read(c, provider)
      return 'answer' in reading
        ? reading.answer
        : show(c, provider, reading.asked, lastPerson(c, rows[provider].tells))
    })
    app.post(path, async c => {
      const { decision, name, account, verified } = await readBody(c, form)
      const reading = read(c, provider)
      if ('answer' in reading) return reading.answer
      if (decision === 'refuse') return sendBack(c, provider, upstream.cancel(provider, reading.asked))
      const typed = { name, account, isVerified: verified === 'yes' }
      const wrong = mistakesOf(typed, rows[provider].tells)
      if (Object.keys(wrong).length > 0) return show(c, provider, reading.asked, typed, wrong)
      remember(c, typed)
      return sendBack(c, provider, upstream.allow(provider, reading.asked, personOf(provider, typed)))
    })
  }

  app.get(`${base}/accounts.google.com/gsi/client`, c => {
    const mode = c.req.query('mode') ?? 'fedcm'
    if (!isMode(mode)) return c.notFound()
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(googleScript(mode), 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })

  app.get(`${base}/accounts.google.com/gsi/credential`, async c => {
    const from = c.req.header('Origin')
    if (from === undefined || !(await projects.someAllows(from)))
      throw new HttpProblem(403, 'Only pages of a project are given a credential.')
    c.header('Access-Control-Allow-Origin', from)
    c.header('Vary', 'Origin')
    const { client_id = '', nonce = null, account = '', name = '' } = c.req.query()
    const typed = { name: name || usualPerson.name, account, isVerified: true }
    const wrong = mistakesOf(typed, 'verified')
    if (client_id !== sandboxClient('google', origin).clientId || Object.keys(wrong).length > 0)
      throw new HttpProblem(400, wrong.account ?? 'There is no such client.')
    return c.json({ credential: await upstream.credential(client_id, personOf('google', typed), nonce) })
  })

  app.route(base, upstream.app)
  return app
}

/** Forms lead to the client, and from there on to a page of whatever project: browsers look at every step of the way. */
const setPolicy = (c: HttpContext): string => {
  const nonce = nonceOf(c)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action http: https:; base-uri 'none'; frame-ancestors 'none'`,
  )
  return nonce
}
