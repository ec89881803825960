import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails } from '../../accounts/contacts/attach.ts'
import { requireOtherSignInMethod } from '../../accounts/last-sign-in-method/require-other-method.ts'
import { withdrawAllOf } from '../../accounts/one-time-tokens/index.ts'
import { holdSession } from '../../accounts/sessions/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/require-recent-factor.ts'
import { touchUser, updateUser } from '../../accounts/users/index.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Removal } from '../../sdk/feature/feature.ts'
import { answer, answerWithUser, type Call, type Route } from '../../sdk/http/index.ts'

/** The `DELETE` calls of `/users`, one for each thing that users can remove from their account. */
const removalCalls = (core: Core, removals: readonly Removal[]): readonly Route[] => [
  ...removals.map(removal => answer(removal.endpoint, call => removeOne(core, removal, call))),
  ...notBuilt,
]

/** Part of the contract, but no factor stores biometric registrations, so there are none. */
const { deleteBiometricRegistration } = endpoints.users
const notBuilt: readonly Route[] = [
  answer(deleteBiometricRegistration, async () => refuse('biometric_registration_not_found')),
]

/** Removes one thing from the session's user, unless it is their last sign-in method. */
const removeOne = async (
  core: Core,
  { notFound, action, idsOf, without, change, remove }: Removal,
  call: Call<Removal['endpoint']>,
) => {
  const { project, request, params } = call
  const { id } = params
  const { userId } = call.session
  const { now } = request
  // Held: two deletions at once must not each leave the other's factor as the last one.
  await holdSession(core.db, call, async ({ tx, session }) => {
    const user = await core.users.read(tx, project.id, userId, now)
    if (user === null) refuse('session_not_found')
    if (!idsOf(user).includes(id)) refuse(notFound)
    requireRecentFactor({ project, session, user, now })
    requireOtherSignInMethod(core.users, without(user, id))
    // Queues the notification before the removal, because the owner may only be reachable at the removed address.
    const told = change(user, id)
    if (told !== null) await notifyOwner(core, tx, { project, userId, change: told, at: now })
    await remove(tx, project.id, userId, id)
    await withdrawAllOf(tx, project.id, id, now)
    await touchUser(tx, project.id, userId, now)
    await audit(tx, { projectId: project.id, action, actor: session, request, details: { id } })
  })
  const user = await core.sessions.userOf(project, userId, now)
  return { user_id: userId, __user: user }
}

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
