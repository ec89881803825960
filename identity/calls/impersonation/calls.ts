import { endpoints } from '@corroborate/wire/endpoints.schema'
import { z } from 'zod'
import { impersonationMinutes } from '../../accounts/impersonation/issue.ts'
import { lookAtToken, spend } from '../../accounts/single-use/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'

const storedPayload = z.object({ operator: z.string(), reason: z.string() })

/** Opens a session with an operator's impersonation token and notifies the account owner. */
export const impersonationCalls = (core: Core): readonly Route[] => [
  answer(endpoints.impersonation.authenticate, async ({ project, body, request }) => {
    await core.guard.address('tryPerAddress', request)
    const call = { project, session: null, request }
    const token = body.impersonation_token
    const secret = await lookAtToken(core.db, project.id, ['impersonation'], token, request.now)
    if (secret === null) refuse('unable_to_auth_impersonation_token')
    const { operator } = storedPayload.parse(secret.payload)
    const { __user: _, ...signedIn } = await core.signIn(call, {
      whose: secret.userId,
      durationMinutes: impersonationMinutes.session,
      isTemporary: true,
      prove: async ({ tx, userId }) => {
        if (!(await spend(tx, project.id, secret.hash, request.now))) refuse('unable_to_auth_impersonation_token')
        await tellOwner(core, tx, { project, userId, change: 'account-impersonated', at: request.now })
        return {
          type: 'impersonated',
          delivery_method: 'impersonation',
          impersonated_factor: { impersonator_id: `operator:${operator}`, impersonator_email_address: operator },
        }
      },
    })
    return signedIn
  }),
]
