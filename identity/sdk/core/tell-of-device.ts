import { emails } from '../../accounts/contacts/attach.ts'
import type { SignInDevice } from '../../accounts/known-devices/store.ts'
import { issueToken } from '../../accounts/one-time-tokens/index.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import { newDeviceMail, sendMessage, type WithOutbox } from '../../delivery/index.ts'
import { deviceOf, networkOf } from '../../platform/devices/device-of.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    /** Link with which an owner reports a sign-in as not theirs. Its subject is the session, its payload `NotMe`. */
    not_me: true
  }
}

/** The page of the link, with the project and the token filled in by `notMeLink`. */
export const notMePath = '/v1/not-me/:project_id'

/** Payload of the link: the recipient address and the new device. */
export type NotMe = { emailId: string; deviceId: string }

/** Lifetime of the link in ms: a week, for users who read mail only on weekends. */
const linkWorks = 7 * 24 * 60 * 60_000

/** Notifies an account owner, at every verified address, of a sign-in with a new device. Call it in the transaction of the sign-in. */
export const notifyOfNewDevice = async (
  core: WithOutbox & { origin: string },
  { tx, project, userId, request }: Held,
  { id: deviceId }: SignInDevice,
  sessionId: string,
): Promise<void> => {
  const expiresAt = request.now + linkWorks
  for (const { id: emailId, value, verified } of await emails.list(tx, project.id, userId)) {
    if (!verified) continue
    const payload: NotMe = { emailId, deviceId }
    const secret = { projectId: project.id, kind: 'not_me', subject: sessionId, userId, payload, expiresAt } as const
    const token = await issueToken(tx, secret, request.now)
    const mail = newDeviceMail({
      ...{ project, to: value, expiresAt, at: request.now },
      ...deviceOf(request.userAgent),
      ...{ country: request.country ?? '', network: networkOf(request.address) },
      notMeLink: `${core.origin}${notMePath.replace(':project_id', project.id)}?token=${token}`,
    })
    await sendMessage(core, tx, mail)
  }
}
