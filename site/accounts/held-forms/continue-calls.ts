import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { People } from '../../kit/people/index.ts'
import { continuePage } from './continue-page.ts'
import { type HeldForms, heldFormParam } from './held-forms.ts'
import type { ContinuePageModel } from './model.ts'

type Options = { forms: HeldForms; people: Pick<People, 'known' | 'account'>; pages: Pick<Pages, 'show'> }

const body = z.object({ [heldFormParam]: z.string().max(100) })

/** `/continue`: input submitted after the session ended, to review and submit after logging in. */
export const createContinueCalls = ({ forms, people, pages }: Options) => {
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
