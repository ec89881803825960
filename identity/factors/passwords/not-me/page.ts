import { addressOf, type HttpContext, type HttpEnv, nonceOf } from '@corroborate/server-kit/http'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { deleteKnownDevices } from '../../../accounts/known-devices/store.ts'
import { type LiveSecret, lookAtToken, spend } from '../../../accounts/one-time-tokens/index.ts'
import { deleteRememberedDevices } from '../../../accounts/remembered-devices/store.ts'
import { holdUser, revokeSessions } from '../../../accounts/sessions/index.ts'
import { audit } from '../../../platform/audit/store.ts'
import { pageOf } from '../../../platform/page/index.ts'
import { refuse } from '../../../platform/refusal/refusal.ts'
import { factsOf } from '../../../platform/request/facts-of.ts'
import type { Project } from '../../../projects/index.ts'
import type { Core } from '../../../sdk/core/create-core.ts'
import { type NotMe, notMePath } from '../../../sdk/core/tell-of-device.ts'
import { forceReset } from '../start-reset.ts'
import { notMeWords } from './words.ts'

declare module '../../../platform/names/index.ts' {
  interface OperatorEvents {
    'session.disowned': true
  }
}

const notMe: z.ZodType<NotMe> = z.object({ emailId: z.string(), deviceId: z.string() })

/**
 * Page of the link "This was not me". Opening it changes nothing, because mail scanners follow links. Its button revokes all the user's
 * sessions and disables their password.
 */
export const notMePage = (core: Core): Hono<HttpEnv> => {
  const { db, guard, now, projects } = core

  const find = async (c: HttpContext): Promise<{ project: Project; secret: LiveSecret | null }> => {
    await guard.address('tryPerAddress', { address: addressOf(c) })
    const project = await projects.byId(c.req.param('project_id') ?? '')
    if (project === null) refuse('route_not_found')
    return { project, secret: await lookAtToken(db, project.id, ['not_me'], c.req.query('token') ?? '', now()) }
  }

  /** Revokes everything, or returns null if the link was spent meanwhile. */
  const disown = (c: HttpContext, project: Project, secret: LiveSecret) => {
    const { emailId, deviceId } = notMe.parse(secret.payload)
    const request = factsOf(c, now())
    const { userId } = secret
    return holdUser(db, { project, request, session: null }, userId, async held => {
      const { tx } = held
      if (!(await spend(tx, project.id, secret.hash, request.now))) return null
      await revokeSessions(tx, project.id, { userId }, request.now)
      await deleteKnownDevices(tx, project.id, { userId, deviceId })
      await deleteRememberedDevices(tx, project.id, { userId, deviceId: null })
      const details = { session_id: secret.subject }
      await audit(tx, { projectId: project.id, action: 'session.disowned', actor: userId, userId, request, details })
      return forceReset(core, held, emailId)
    })
  }

  return new Hono<HttpEnv>()
    .get(notMePath, async c => {
      const { project, secret } = await find(c)
      return show(c, project, secret === null ? 'gone' : 'asks')
    })
    .post(notMePath, async c => {
      const { project, secret } = await find(c)
      const done = secret === null ? null : await disown(c, project, secret)
      if (done === null) return show(c, project, 'gone')
      if (!done.hadPassword) return show(c, project, 'noPassword')
      return show(c, project, done.isMailed ? 'mailed' : 'askForReset')
    })
}

type State = 'asks' | 'gone' | 'mailed' | 'askForReset' | 'noPassword'

const show = (c: HttpContext, { name }: Project, state: State) => {
  const nonce = nonceOf(c)
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  return c.html(document(state, name, nonce, localeOf(c.req.header('Accept-Language'))), state === 'gone' ? 404 : 200)
}

const document = (state: State, name: string, nonce: string, locale: Locale) => {
  const words = notMeWords[locale]
  const say = (sentence: string) => sentence.replace('{name}', () => name)
  const heading = { asks: words.heading, gone: words.gone }[state as string] ?? words.done
  const body =
    state === 'asks'
      ? html`<p>${say(words.asks)}</p><form method="post"><button>${words.button}</button></form>`
      : state === 'gone'
        ? html`<p>${say(words.goneText)}</p>`
        : html`<p>${say(words.doneText)}</p><p>${say(words[state])}</p>`
  return pageOf({ locale, title: heading, nonce, body: html`<h1>${heading}</h1>${body}` })
}
