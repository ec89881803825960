import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, type HttpEnv, nonceOf, readBody } from '@corroborate/server-kit/http'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { guessCode, guessesPerCode, type LiveSecret, lookAtToken, spend } from '../../accounts/one-time-tokens/index.ts'
import { pageOf } from '../../platform/page/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { openParcel, removeParcel } from './arrival.ts'
import { oauthPaths, type Waiting, waiting } from './finish.ts'
import { land } from './land.ts'

/** Strings of the code entry page. `{name}` is the application, `{email}` the address that received the code. */
const confirmWords: Readonly<
  Record<Locale, { heading: string; sent: string; code: string; wrong: string; continue: string }>
> = {
  en: {
    heading: 'Enter the code',
    sent: '{name} sent a six-digit code to {email} to check that this mailbox is yours. The code works for ten minutes.',
    code: 'Code',
    wrong: 'This code is not right. Please use the code from the newest mail.',
    continue: 'Continue',
  },
  de: {
    heading: 'Code eingeben',
    sent: '{name} hat einen sechsstelligen Code an {email} geschickt, um zu prüfen, dass dieses Postfach Ihnen gehört. Der Code gilt zehn Minuten lang.',
    code: 'Code',
    wrong: 'Dieser Code stimmt nicht. Bitte verwenden Sie den Code aus der neuesten E-Mail.',
    continue: 'Weiter',
  },
  es: {
    heading: 'Introduzca el código',
    sent: '{name} ha enviado un código de seis cifras a {email} para comprobar que este buzón es suyo. El código sirve durante diez minutos.',
    code: 'Código',
    wrong: 'Este código no es correcto. Use el código del correo más reciente, por favor.',
    continue: 'Continuar',
  },
}

/** Code entry page for emailed OTPs. */
export const createConfirmPage = (core: Core): Hono<HttpEnv> => {
  const { db, guard, now, projects, sealer } = core

  /** The sign-in that waits for its code at this URL. @throws Refusal `oauth_token_not_found` */
  const requireWaiting = async (c: HttpContext) => {
    await guard.address('tryPerAddress', { address: addressOf(c) })
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    const project = await projects.byId(c.req.param('project_id') ?? '')
    if (project === null) refuse('route_not_found')
    const secret = await lookAtToken(db, project.id, ['oauth_confirm'], c.req.query('waiting') ?? '', now())
    const kept = secret === null ? null : await openParcel(db, sealer, project.id, secret.subject)
    if (secret === null || kept === null) refuse('oauth_token_not_found')
    return { project, secret, ...waiting.parse(kept) }
  }

  const show = async (
    c: HttpContext,
    { project, arrival, pages: { loginUrl, signupUrl } }: Waiting & { project: Project },
    isWrong: boolean,
  ) => {
    const nonce = nonceOf(c)
    const locale = localeOf(c.req.header('Accept-Language'))
    // The form ends at a page of the application. Browsers check that too (CSP Level 3 §6.4.1).
    const onwards = [...new Set([loginUrl, signupUrl].map(url => new URL(url).origin))].join(' ')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${onwards}; base-uri 'none'; frame-ancestors 'none'`,
    )
    return c.html(
      document({ name: project.name, email: arrival.email?.address ?? '', nonce, locale, isWrong }),
      isWrong ? 400 : 200,
    )
  }

  const enter = async (c: HttpContext) => {
    const found = await requireWaiting(c)
    const { project, secret } = found
    const { code } = await readBody(c, z.object({ code: z.string().max(64).default('') }))
    const guess = { projectId: project.id, kind: 'oauth_code', subject: secret.subject, most: guessesPerCode } as const
    const made = await guessCode(db, { ...guess, code: code.replaceAll(/\s/g, '') }, now())
    if (made.kind === 'none') refuse('oauth_token_not_found')
    if (made.kind === 'wrong') return show(c, found, true)
    await spendBoth(project, secret, made.secret)
    const url = await land(core, project, found.pages, { ...found.arrival, isConfirmed: true }, now())
    return c.redirect(url ?? refuse('oauth_token_not_found'), 303)
  }

  const spendBoth = (project: Project, confirm: LiveSecret, code: LiveSecret): Promise<void> =>
    runTransaction(db, async tx => {
      for (const { hash } of [confirm, code]) {
        if (!(await spend(tx, project.id, hash, now()))) refuse('oauth_token_not_found')
      }
      await removeParcel(tx, project.id, confirm.subject)
    })

  return new Hono<HttpEnv>()
    .get(oauthPaths.confirm, async c => show(c, await requireWaiting(c), false))
    .post(oauthPaths.confirm, enter)
}

type Shown = { name: string; email: string; nonce: string; locale: Locale; isWrong: boolean }

const document = ({ name, email, nonce, locale, isWrong }: Shown) => {
  const words = confirmWords[locale]
  const [before = '', after = ''] = words.sent.split('{email}')
  return pageOf({
    locale,
    title: words.heading,
    nonce,
    body: html`<h1>${words.heading}</h1>
<p>${before.replace('{name}', () => name)}<strong>${email}</strong>${after}</p>
<form method="post"><label for="code">${words.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required autofocus${isWrong ? raw(' aria-invalid="true" aria-describedby="wrong"') : ''}>
${isWrong ? html`<p role="alert" id="wrong">${words.wrong}</p>` : ''}
<button>${words.continue}</button></form>`,
  })
}
