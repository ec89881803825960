import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, type HttpEnv, nonceOf, readBody } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { guessCode, type LiveSecret, lookAtToken, spend } from '../../accounts/single-use/index.ts'
import { pageOf } from '../../platform/page/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { type Waiting, waiting } from './ask-for-code.ts'
import { land } from './land.ts'
import { openParcel, removeParcel } from './parcels.ts'
import { oauthPaths } from './paths.ts'

/** Guesses after which a code is dead. */
const mostGuesses = 5

/** Where the mailed code is entered. */
export const confirmPage = (core: Core): Hono<HttpEnv> => {
  const { db, guard, now, projects, sealer } = core

  /** What waits for the code of this address. @throws Refusal `oauth_token_not_found` */
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
    wrong: string | null,
  ) => {
    const nonce = nonceOf(c)
    // The form leads on to the application's page, which browsers look at too (CSP Level 3 §6.4.1).
    const onwards = [...new Set([loginUrl, signupUrl].map(url => new URL(url).origin))].join(' ')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${onwards}; base-uri 'none'; frame-ancestors 'none'`,
    )
    return c.html(
      document({ name: project.name, email: arrival.email?.address ?? '', nonce, wrong }),
      wrong === null ? 200 : 400,
    )
  }

  const enter = async (c: HttpContext) => {
    const found = await requireWaiting(c)
    const { project, secret } = found
    const { code } = await readBody(c, z.object({ code: z.string().max(64).default('') }))
    const guess = { projectId: project.id, kind: 'oauth_code', subject: secret.subject, most: mostGuesses } as const
    const made = await guessCode(db, { ...guess, code: code.replaceAll(/\s/g, '') }, now())
    if (made.kind === 'none') refuse('oauth_token_not_found')
    if (made.kind === 'wrong') return show(c, found, 'This is not the code. Please look at the newest mail.')
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
    .get(oauthPaths.confirm, async c => show(c, await requireWaiting(c), null))
    .post(oauthPaths.confirm, enter)
}

const document = (shown: { name: string; email: string; nonce: string; wrong: string | null }) =>
  pageOf({
    title: 'Enter the code',
    nonce: shown.nonce,
    body: html`<h1>Enter the code</h1>
<p>${shown.name} mailed a code of six digits to <strong>${shown.email}</strong>, to make sure that this mailbox is yours. It is good for ten minutes.</p>
<form method="post"><label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required autofocus${shown.wrong === null ? '' : raw(' aria-invalid="true" aria-describedby="wrong"')}>
${shown.wrong === null ? '' : html`<p role="alert" id="wrong">${shown.wrong}</p>`}
<button>Continue</button></form>`,
  })
