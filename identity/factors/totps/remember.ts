import { deviceCookie, rememberDevice } from '../../accounts/remembered-devices/index.ts'
import type { HeldSession } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Core } from '../../sdk/core/index.ts'

/**
 * Remembers the device of a request that just proved a second factor, if requested. `note` runs in the transaction of the proof; `cookie`
 * returns the browser's cookie afterwards, or null if not requested.
 */
export const createRemembering = ({ origin }: Pick<Core, 'origin'>, isAsked: boolean | undefined) => {
  const isSecure = origin.startsWith('https:')
  let made: string | null = null
  return {
    note: async (held: HeldSession): Promise<void> => {
      if (isAsked !== true) return
      const { tx, project, session, request, userId } = held
      made = deviceCookie(userId, await rememberDevice(held, isSecure), isSecure)
      await audit(tx, { projectId: project.id, action: 'device.remembered', actor: session, request })
    },
    cookie: (): string | null => made,
  }
}
