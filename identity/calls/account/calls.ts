import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { ErrorType } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import { canLose, type FactorKind, requireRecentFactor } from '../../accounts/contacts/index.ts'
import { findEmail, lockUser, readUser, touchUser, updateUser } from '../../accounts/users/index.ts'
import { type AccountChange, tellOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Call, type Route } from '../../sdk/http/index.ts'

type Deletion = Call<typeof endpoints.users.deleteEmail>

/** What users see and change of their own account. */
export const accountCalls = (core: Core): readonly Route[] => {
  const { db, sessions, guard, captcha } = core

  /** Takes one factor from the session's user, unless it is the last way in. */
  const deleteFactor = async (
    { project, session, params: { id }, request }: Deletion,
    kind: FactorKind,
    notFound: ErrorType,
    idsOf: (user: User) => string[],
    remove: (tx: Tx, projectId: string, userId: string, id: string) => Promise<void>,
  ) => {
    const { userId } = session
    const { now } = request
    await db.transaction().execute(async tx => {
      // Held first: two deletions at once must not each leave the other's factor as the last one.
      await lockUser(tx, project.id, userId)
      const user = await readUser(tx, project.id, userId, now)
      if (user === null) refuse('session_not_found')
      if (!idsOf(user).includes(id)) refuse(notFound)
      requireRecentFactor({ project, session, user, now })
      if (!canLose(user, kind, id)) refuse('cannot_delete_last_primary_factor')
      // Told before it is gone: a removed address is where its owner would hear of it first.
      if (hadEffect(user, kind, id)) {
        await tellOwner(core, tx, { project, userId, change: removals[kind], at: now })
      }
      await remove(tx, project.id, userId, id)
      await touchUser(tx, project.id, userId, now)
      await audit(tx, {
        projectId: project.id,
        action: `${kind}.deleted`,
        actor: session,
        request,
        details: { id },
      })
    })
    const user = await sessions.userOf(project, userId, now)
    return { user_id: userId, __user: user }
  }

  return [
    answer(endpoints.users.me, ({ project, session, request }) =>
      sessions.userOf(project, session.userId, request.now),
    ),

    answer(endpoints.users.update, async ({ project, session, body, request }) => {
      const { userId } = session
      await db.transaction().execute(async tx => {
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
      await captcha.requireWhenNear({ project, body, kept })
      // Read even when the answer is settled, so that the time taken says nothing either.
      const found = await findEmail(db, project.id, body.email)
      const user = await readUser(db, project.id, found?.userId ?? 'nobody')
      if (project.enumerationProtection) return { userType: 'password' }
      if (user === null || user.status === 'pending') return { userType: 'new' }
      return { userType: user.password === null ? 'passwordless' : 'password' }
    }),

    answer(endpoints.users.deleteEmail, call =>
      deleteFactor(
        call,
        'email',
        'email_not_found',
        user => user.emails.map(email => email.email_id),
        async (tx, projectId, userId, id) => {
          await tx
            .deleteFrom('user_emails')
            .where('project_id', '=', projectId)
            .where('user_id', '=', userId)
            .where('email_id', '=', id)
            .execute()
          await voidSecrets(tx, projectId, id, call.request.now)
        },
      ),
    ),

    answer(endpoints.users.deletePhoneNumber, call =>
      deleteFactor(
        call,
        'phone_number',
        'phone_number_not_found',
        user => user.phone_numbers.map(phone => phone.phone_id),
        async (tx, projectId, userId, id) => {
          await tx
            .deleteFrom('user_phone_numbers')
            .where('project_id', '=', projectId)
            .where('user_id', '=', userId)
            .where('phone_id', '=', id)
            .execute()
          await voidSecrets(tx, projectId, id, call.request.now)
        },
      ),
    ),

    answer(endpoints.users.deleteTotp, call =>
      deleteFactor(
        call,
        'totp',
        'totp_not_found',
        user => user.totps.map(totp => totp.totp_id),
        async (tx, projectId, userId, id) => {
          await tx
            .deleteFrom('totps')
            .where('project_id', '=', projectId)
            .where('user_id', '=', userId)
            .where('totp_id', '=', id)
            .execute()
          await voidSecrets(tx, projectId, id, call.request.now)
        },
      ),
    ),

    // Their features come with tables of their own; until then no user has one to delete.
    answer(endpoints.users.deleteCryptoWallet, call =>
      deleteFactor(
        call,
        'crypto_wallet',
        'crypto_wallet_not_found',
        user => user.crypto_wallets.map(wallet => wallet.crypto_wallet_id),
        async () => {},
      ),
    ),
    answer(endpoints.users.deleteOAuthRegistration, call =>
      deleteFactor(
        call,
        'oauth',
        'oauth_user_registration_not_found',
        user => user.providers.map(provider => provider.oauth_user_registration_id),
        async () => {},
      ),
    ),
    answer(endpoints.users.deleteWebauthnRegistration, call =>
      deleteFactor(
        call,
        'webauthn',
        'webauthn_registration_not_found',
        user => user.webauthn_registrations.map(key => key.webauthn_registration_id),
        async () => {},
      ),
    ),
    answer(endpoints.users.deleteBiometricRegistration, call =>
      deleteFactor(
        call,
        'biometric',
        'biometric_registration_not_found',
        user => user.biometric_registrations.map(key => key.biometric_registration_id),
        async () => {},
      ),
    ),
  ]
}

const removals = {
  email: 'email-removed',
  phone_number: 'phone-number-removed',
  totp: 'authenticator-app-removed',
  crypto_wallet: 'wallet-removed',
  oauth: 'linked-account-removed',
  webauthn: 'passkey-removed',
  biometric: 'biometric-removed',
} as const satisfies Record<FactorKind, AccountChange>

/** An authenticator app that was never confirmed protected nothing: nobody need hear that it is gone. */
const hadEffect = (user: User, kind: FactorKind, id: string): boolean =>
  kind !== 'totp' || user.totps.some(({ totp_id, verified }) => totp_id === id && verified)

/** What was sent for a factor that is gone opens nothing any more. */
const voidSecrets = async (tx: Tx, projectId: string, subject: string, now: number): Promise<void> => {
  await tx
    .updateTable('single_use_secrets')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .execute()
}
