import { endpoints } from '@corroborate/wire/endpoints.schema'
import { z } from 'zod'
import { impersonationMinutes } from '../../accounts/impersonation/issue.ts'
import { lookAtToken, spend } from '../../accounts/one-time-tokens/index.ts'
import { type Notice, notifyOwner } from '../../delivery/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'account-impersonated': true
  }
}

/** Email to the owner of an account when an operator begins to impersonate them. */
export const impersonationNotices: readonly Notice[] = [
  {
    change: 'account-impersonated',
    advice: 'askWhy',
    words: {
      en: {
        subject: 'Support opened your account',
        sentence:
          'A member of the support team opened your account. For up to an hour they can see what you see. They cannot change anything or act in your name.',
      },
      de: {
        subject: 'Der Support hat Ihr Konto geöffnet',
        sentence:
          'Jemand vom Support hat Ihr Konto geöffnet und sieht höchstens eine Stunde lang, was Sie sehen. Ändern oder in Ihrem Namen handeln kann er nicht.',
      },
      es: {
        subject: 'El equipo de asistencia ha abierto su cuenta',
        sentence:
          'Una persona del equipo de asistencia ha abierto su cuenta. Durante una hora como máximo puede ver lo que usted ve. No puede cambiar nada ni actuar en su nombre.',
      },
    },
  },
]

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
        await notifyOwner(core, tx, { project, userId, change: 'account-impersonated', at: request.now })
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
