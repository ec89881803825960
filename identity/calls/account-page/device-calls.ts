import { endpoints } from '@corroborate/wire/endpoints.schema'
import {
  findBySecret,
  forgetRememberedDevices,
  listRememberedDevices,
  secretInCookies,
} from '../../accounts/remembered-devices/store.ts'
import { holdSession } from '../../accounts/sessions/index.ts'
import { requireNothingOwed } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { createRequireOwner } from './require-owner.ts'
import { shownDevice } from './shown.ts'

/** Endpoints for the user's remembered devices. */
export const rememberedDeviceCalls = (core: Core): readonly Route[] => {
  const { db, guard } = core
  const requireOwner = createRequireOwner(core)

  return [
    answerWithUser(endpoints.account.devices, async ({ project, session, user, request }) => {
      requireNothingOwed({ session, user })
      const { userId } = session
      await guard.project('accountReadPerAccount', project, userId)
      const secret = secretInCookies(request.cookies, userId, core.origin.startsWith('https:'))
      const asked = { userId, secret: secret ?? '', now: request.now }
      const [devices, current] = await Promise.all([
        listRememberedDevices(db, project.id, userId, request.now),
        secret === null ? null : findBySecret(db, project.id, asked),
      ])
      return { devices: devices.map(one => shownDevice(one, current)) }
    }),

    answer(endpoints.account.forgetDevice, async call => {
      const { project, params, request } = call
      await holdSession(db, call, async held => {
        await requireOwner(held)
        const { tx, session, userId } = held
        const forgotten = await forgetRememberedDevices(tx, project.id, { userId, deviceId: params.id })
        if (forgotten === 0) refuse('remembered_device_not_found')
        const details = { device_id: params.id }
        await audit(tx, { projectId: project.id, action: 'device.forgotten', actor: session, request, details })
      })
      return {}
    }),
  ]
}
