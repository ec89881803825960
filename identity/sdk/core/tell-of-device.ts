import { emails } from '../../accounts/contacts/index.ts'
import type { SignInDevice } from '../../accounts/known-devices/index.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import { issueToken } from '../../accounts/single-use/index.ts'
import { newDeviceMail, sendMessage, type WithOutbox } from '../../delivery/index.ts'
import { deviceOf, networkOf } from '../../platform/devices/index.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    /** The link by which an owner says that a sign-in was not theirs. Its subject is the session, its payload `NotMe`. */
    not_me: true
  }
}

/** The page of the link, with the project and the token filled in by `notMeLink`. */
export const notMePath = '/v1/not-me/:project_id'

/** What is kept with the link: the address that it was mailed to, and the browser it speaks of. */
export type NotMe = { emailId: string; deviceId: string }

/** How long the link works, in ms: a week, for who reads mail on weekends only. */
const linkWorks = 7 * 24 * 60 * 60_000

/**
 * Tells the owner of an account, at every address they have proved, of a sign-in in a browser that they have not used before. Call
 * it in the transaction of the sign-in.
 */
export const tellOfDevice = async (
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
