import {
  addressOf,
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  isFormPost,
  readBody,
  wantsPage,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { paths, rawRequestTarget, sameOriginPath } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { People } from '../../kit/people/index.ts'
import { requireReader } from '../sign-in/index.ts'
import type { ContinuePage } from './ContinuePage.tsx'
import type { ContinuePageModel } from './model.ts'
import {
  createHeldForms,
  type HeldForm,
  type HeldForms,
  type HeldFormTables,
  heldFormParam,
  heldFormsMigration,
} from './store.ts'

const titles: Readonly<Record<ContinuePageModel['kind'], string>> = {
  held: 'Log in to continue',
  other: 'This form belongs to another account',
  ask: 'Did you fill in this form?',
  confirm: 'Check and submit',
  gone: 'This form is no longer available',
}

const continuePage = definePage({
  name: 'continue',
  component: markup<typeof ContinuePage>('accounts/held-forms/ContinuePage.tsx'),
  head: ({ kind }: ContinuePageModel) => ({ title: `${titles[kind]} · Corroborate`, meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
})

type Options = { forms: HeldForms; people: Pick<People, 'known' | 'account'>; pages: Pick<Pages, 'show'> }

const body = z.object({ [heldFormParam]: z.string().max(100) })

/** `/continue`: input submitted after the session ended, to review and submit after logging in. */
const createContinueCalls = ({ forms, people, pages }: Options) => {
  const show = (c: HttpContext, model: ContinuePageModel, status = 200): Response => {
    const answer = pages.show(c, continuePage, model, status)
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }

  const page = async (c: HttpContext): Promise<Response> => {
    const id = c.req.query(heldFormParam) ?? ''
    const form = await forms.find(c, id)
    if (form === null) return show(c, { kind: 'gone' }, 404)
    if (people.known(c)?.signedIn !== true) return c.redirect(paths.login(paths.continueForm(id)), 303)
    if (form.account !== null && form.account !== people.account(c).id) return show(c, { kind: 'other', id })
    const { fields, page } = form
    if (form.account === null && c.req.query('mine') !== 'yes') return show(c, { kind: 'ask', id, page })
    const action = `${form.action}${form.action.includes('?') ? '&' : '?'}${heldFormParam}=${id}`
    return show(c, { kind: 'confirm', id, action, page, fields })
  }

  const discard = async (c: HttpContext): Promise<Response> => {
    const { [heldFormParam]: id } = await readBody(c, body)
    const form = await forms.find(c, id)
    await forms.drop(c, id)
    return c.redirect(form?.page ?? '/', 303)
  }

  return { page, discard }
}

type HoldRefusedFormsOptions = {
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
const holdRefusedForms = ({
  origin,
  forms,
  people,
  pages,
  limits,
}: HoldRefusedFormsOptions): MiddlewareHandler<HttpEnv> => {
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

const limits = {
  /** Forms held until their senders have logged in: each may be as large as a body. */
  heldForm: { points: 30, perSeconds: 10 * 60 },
} as const

/** Forms submitted without JavaScript after their session had ended: nothing that was typed is lost. */
export const heldFormsFeature = defineFeature<HeldFormTables, NoJobs>()({
  migrations: [heldFormsMigration],
  limits,
  pages: [continuePage],
  // Only the browser that sent a form can read it, so it belongs to no known user.
  ...nothingOfPeople,
  open: ({ settings, db, people, pages, limits, now }) => {
    const { origin } = settings.site
    const forms = createHeldForms({ secure: origin.startsWith('https:'), db, now })
    const calls = createContinueCalls({ forms, people, pages })
    return {
      middleware: { withSession: [holdRefusedForms({ origin, forms, people, pages, limits })] },
      routes: { [paths.continueForm()]: { GET: calls.page, POST: calls.discard } },
    }
  },
})
