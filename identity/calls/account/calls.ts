import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails } from '../../accounts/contacts/attach.ts'
import { holdSession } from '../../accounts/sessions/index.ts'
import { updateUser } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Removal } from '../../sdk/feature/index.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { removalCalls } from './removal-calls.ts'

/** Endpoints with which users read and change their own account. */
export const accountCalls = (core: Core, removals: readonly Removal[]): readonly Route[] => {
  const { db, sessions, users, guard, captcha } = core

  return [
    answerWithUser(endpoints.users.me, async ({ user }) => user),

    answer(endpoints.users.update, async call => {
      const { project, body, request } = call
      const { userId } = call.session
      await holdSession(db, call, async ({ tx, session }) => {
        const change = { name: body.name, untrustedMetadata: body.untrusted_metadata }
        await updateUser(tx, project.id, userId, change, request.now)
        await audit(tx, {
          projectId: project.id,
          action: 'user.updated',
          actor: session,
          request,
          details: { fields: Object.keys(body) },
        })
      })
      const user = await sessions.userOf(project, userId, request.now)
      const { emails, phone_numbers, crypto_wallets } = user
      return { user_id: userId, emails, phone_numbers, crypto_wallets, __user: user }
    }),

    answer(endpoints.users.search, async ({ project, body, request }) => {
      const kept = [await guard.address('searchPerAddress', request)]
      await captcha.requireWhenNear({ project, request, body, kept })
      // Skips the lookup, so that timing reveals nothing.
      if (project.enumerationProtection) return { userType: 'password' }
      const found = await emails.find(db, project.id, body.email)
      const user = found === null ? null : await users.read(db, project.id, found.userId, request.now)
      if (user === null || user.status === 'pending') return { userType: 'new' }
      return { userType: user.password === null ? 'passwordless' : 'password' }
    }),

    ...removalCalls(core, removals),
  ]
}
