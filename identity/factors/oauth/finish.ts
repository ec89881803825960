import { runTransaction } from '@corroborate/server-kit/database'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { z } from 'zod'
import { issueCode, lookAtToken } from '../../accounts/one-time-tokens/index.ts'
import { passcodeMessage, sendMessage } from '../../delivery/index.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { requireSend } from '../recipients/require-send.ts'
import { type Arrival, arrival, issueParcel } from './arrival.ts'
import { land, type Pages, pages } from './land.ts'

/** The path below which providers send people back, and One Tap posts. */
export const oauthCallbackPath = '/v1/oauth/callback'

export const oauthPaths = {
  start: '/v1/public/oauth/:provider/start',
  callback: `${oauthCallbackPath}/:project_id/:provider`,
  confirm: '/v1/oauth/confirm/:project_id',
  oneTapStart: '/v1/public/oauth/google/onetap/start',
  oneTapSubmit: `${oauthCallbackPath}/:callback_id`,
} as const

/**
 * The URL that an operator registers at a provider. Each project and provider has its own, so that no answer is mistaken for
 * another.
 */
export const callbackUrl = (home: string, projectId: string, provider: OAuthProvider): string =>
  `${home}${oauthCallbackPath}/${projectId}/${provider}`

/** Returns the URL of the code entry page. The token is in the query, which is not logged. */
const confirmUrl = (origin: string, projectId: string, token: string): string =>
  `${origin}${oauthPaths.confirm.replace(':project_id', projectId)}?waiting=${token}`

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_confirm: true
    oauth_code: true
  }
}

/** Lifetime of an emailed OTP, in ms. */
const codeLifetime = 10 * 60_000

/** A sign-in that waits for its code. */
export const waiting = z.object({ arrival, pages })
export type Waiting = z.infer<typeof waiting>

/**
 * Emails a code to the address that a provider supplied. Projects with `strict_linking` require the address to be verified here as well.
 * @returns the URL of the code entry page
 * @throws Refusal as `requireSend`
 */
const askForCode = async (
  core: Core,
  { project, request }: { project: Project; request: RequestFacts },
  waits: Waiting,
): Promise<string> => {
  const { db, sealer, origin } = core
  const { now } = request
  const to = waits.arrival.email?.address
  if (to === undefined) throw new TypeError('There is no address to mail a code to.')
  await requireSend(core, { project, request, body: {}, channel: 'email', to })
  const expiresAt = now + codeLifetime
  const of = { projectId: project.id, userId: '', expiresAt }
  const token = await runTransaction(db, async tx => {
    const issued = await issueParcel(tx, sealer, waits, { ...of, kind: 'oauth_confirm' }, now)
    const subject = (await lookAtToken(tx, project.id, ['oauth_confirm'], issued, now))?.subject ?? ''
    const code = await issueCode(tx, { ...of, kind: 'oauth_code', subject }, now)
    await sendMessage(core, tx, passcodeMessage({ project, to, expiresAt, channel: 'email', code, methodId: subject }))
    return issued
  })
  return confirmUrl(origin, project.id, token)
}

/**
 * Returns the redirect URL after a provider's response: the application, or the code entry page first.
 * @throws ProviderError, Refusal as `land` and `askForCode`
 */
export const finish = async (
  core: Core,
  { project, request }: { project: Project; request: RequestFacts },
  pages: Pages,
  arrival: Arrival,
): Promise<string> =>
  (await land(core, project, pages, arrival, request.now)) ??
  (await askForCode(core, { project, request }, { arrival, pages }))
