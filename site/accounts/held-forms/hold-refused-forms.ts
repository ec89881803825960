import {
  addressOf,
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  isFormPost,
  wantsPage,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { MiddlewareHandler } from 'hono'
import { paths, rawRequestTarget, sameOriginPath } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { actingForField } from '../../kit/page/index.ts'
import type { People } from '../../kit/people/index.ts'
import { requireReader } from '../sign-in/index.ts'
import { continuePage } from './continue-page.ts'
import { type HeldForms, heldFormParam } from './held-forms.ts'
import type { HeldForm } from './seal-form.ts'

type Options = {
  /** The site's own. */
  origin: string
  forms: HeldForms
  people: Pick<People, 'session'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'heldForm'>, 'take'>
}

/** Forms by which people log in or out: they carry secrets, and are none to go on with. */
const signsIn = new Set<string>([
  paths.login(),
  paths.logout,
  paths.authenticate,
  paths.secondFactor,
  paths.resetPassword,
  paths.consent,
])

/**
 * Middleware that preserves input of a form without JavaScript whose session has ended: any form that a route rejects with 401 is stored
 * for its browser, and the error page leads to the login and back to the form. A form from another account's page is rejected before its
 * route sees it.
 */
export const holdRefusedForms = ({ origin, forms, people, pages, limits }: Options): MiddlewareHandler<HttpEnv> => {
  /** Returns the page that confirms the stored form; null if the address's limit is exceeded. */
  const hold = async (c: HttpContext, form: HeldForm, message: string): Promise<Response | null> => {
    const { kind } = await limits.take('heldForm', { address: addressOf(c) })
    if (kind === 'refused') return null
    const id = await forms.hold(c, form)
    const login = paths.login(paths.continueForm(id))
    const isOther = typeof people.session(c) !== 'string'
    const answer = pages.show(c, continuePage, isOther ? { kind: 'other', id } : { kind: 'held', message, login }, 401)
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }

  return async (c, next) => {
    if (c.req.path === paths.logout) {
      await next()
      const isOver = c.res.status === 303 && c.res.headers.get('Location')?.startsWith(paths.continueForm()) !== true
      if (isOver) forms.forget(c)
      return
    }
    if (c.req.method !== 'POST' || !isFormPost(c) || !wantsPage(c) || signsIn.has(c.req.path)) return next()
    const form = await readForm(c, origin)
    const mismatch = mismatchOf(people, c, form.account)
    if (mismatch === null) await next()
    if (mismatch === null && c.res.status !== 401) {
      if (c.res.status < 400) await forms.drop(c, c.req.query(heldFormParam))
      return
    }
    const held = await hold(c, form, mismatch?.message ?? c.error?.message ?? '')
    if (held !== null) c.res = held
    else if (mismatch !== null) throw mismatch
  }
}

const mismatchOf = (people: Pick<People, 'session'>, c: HttpContext, account: string | null): HttpProblem | null => {
  try {
    requireReader(people, c, account ?? undefined)
    return null
  } catch (problem) {
    if (problem instanceof HttpProblem) return problem
    throw problem
  }
}

const readForm = async (c: HttpContext, origin: string): Promise<HeldForm> => {
  // Not by `URL`, which would change the path of some DOIs.
  const [path = '/', query = ''] = rawRequestTarget(c.req.url, c.env?.incoming?.url).split(/\?(.*)/s)
  const params = new URLSearchParams(query)
  // Sent again from the page that continues it, the form is held anew.
  params.delete(heldFormParam)
  const fields = [...new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))]
  const account = fields.find(([name]) => name === actingForField)?.[1] ?? null
  return {
    action: params.size === 0 ? path : `${path}?${params}`,
    page: sameOriginPath(c.req.header('Referer'), origin) ?? '/',
    account: account === '' ? null : account,
    fields: fields.filter(([name]) => name !== actingForField),
  }
}
