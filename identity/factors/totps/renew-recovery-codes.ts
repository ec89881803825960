import type { endpoints } from '@corroborate/wire/endpoints.schema'
import { holdSession } from '../../accounts/sessions/index.ts'
import { requireUserWithRecentFactor } from '../../accounts/step-up/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { findTotp, issueRecoveryCodes } from './store.ts'
import { tellChange } from './tell-change.ts'

/** Issues new recovery codes. Only hashes are stored, so the old ones cannot be shown again. */
export const renewRecoveryCodes = async (core: Core, call: Call<typeof endpoints.totps.recoveryCodes>) => {
  const { project, request } = call
  const { userId } = call.session
  const renewed = await holdSession(core.db, call, async held => {
    const { tx } = held
    await requireUserWithRecentFactor(core.users, tx, held, request.now)
    const totp = await findTotp(tx, project.id, userId, request.now)
    if (totp === null || !totp.verified) refuse('totp_not_found')
    const { totpId } = totp
    const codes = await issueRecoveryCodes(tx, project, { totpId, userId }, request.now)
    await tellChange(core, held, { action: 'recovery_codes.renewed', change: 'recovery-codes-renewed', totpId })
    return { totp_id: totpId, verified: true, recovery_codes: codes }
  })
  return { user_id: userId, totps: [renewed] }
}
