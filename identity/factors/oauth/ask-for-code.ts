import { runTransaction } from '@corroborate/server-kit/database'
import { z } from 'zod'
import { issueCode, lookAtToken } from '../../accounts/single-use/index.ts'
import { passcodeMessage, sendMessage } from '../../delivery/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { requireSend } from '../recipients/index.ts'
import { arrival } from './arrival.ts'
import { pages } from './land.ts'
import { issueParcel } from './parcels.ts'
import { confirmUrl } from './paths.ts'

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
export const askForCode = async (
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
