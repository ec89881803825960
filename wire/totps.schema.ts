import { z } from 'zod'
import { endpoint } from './endpoint.schema.ts'
import { expirationMinutes, fingerprint, passcode, sessionDurationMinutes } from './fields.schema.ts'
import { totpExpiration } from './limits.ts'
import { authResult, common, totpRegistration, user } from './objects.schema.ts'
import { totps } from './totps.ts'

const recoveryCodes = z.array(z.string())
const authenticated = authResult.extend({ totp_id: z.string() })

/** Our extension: remembers the browser, which then needs no second factor for a while. */
const remembering = { remember_device: z.boolean().optional() }

export const totpEndpoints = {
  create: endpoint(totps.create, {
    params: null,
    body: z.object({ expiration_minutes: expirationMinutes(totpExpiration) }),
    data: z.strictObject({
      ...common.shape,
      totp_id: z.string(),
      /** base32 */
      secret: z.string(),
      /** A data URL. */
      qr_code: z.string(),
      recovery_codes: recoveryCodes,
      user_id: z.string(),
      user,
      __user: user,
    }),
  }),
  authenticate: endpoint(totps.authenticate, {
    params: null,
    body: z.object({
      ...fingerprint,
      ...remembering,
      totp_code: passcode,
      session_duration_minutes: sessionDurationMinutes,
    }),
    data: authenticated,
  }),
  recoveryCodes: endpoint(totps.recoveryCodes, {
    params: null,
    body: null,
    data: z.strictObject({
      ...common.shape,
      user_id: z.string(),
      totps: z.array(totpRegistration.extend({ recovery_codes: recoveryCodes })),
    }),
  }),
  recover: endpoint(totps.recover, {
    params: null,
    body: z.object({
      ...fingerprint,
      ...remembering,
      recovery_code: passcode,
      session_duration_minutes: sessionDurationMinutes,
    }),
    data: authenticated,
  }),
}
