import { endpoints } from '@corroborate/wire/endpoints.schema'
import { type UserRef, userField } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Factor, Removal } from '../../sdk/feature/feature.ts'
import { createTotpCalls } from './routes.ts'
import { removeTotp, removeTotps, sweepTotps, totpMigrations } from './store.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'authenticator-app-added': true
    'authenticator-app-removed': true
    'recovery-codes-renewed': true
    'recovery-code-used': true
  }
}

/** Notifications about the account's authenticator app. */
const totpNotices: readonly Notice[] = [
  {
    change: 'authenticator-app-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'An authenticator app was added',
        sentence: 'An authenticator app now protects your account.',
      },
      de: {
        subject: 'Eine Authenticator-App wurde hinzugefügt',
        sentence: 'Eine Authenticator-App schützt jetzt Ihr Konto.',
      },
      es: {
        subject: 'Se ha añadido una aplicación de autenticación',
        sentence: 'Una aplicación de autenticación protege ahora su cuenta.',
      },
    },
  },
  {
    change: 'authenticator-app-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'The authenticator app was removed',
        sentence: 'The authenticator app no longer protects your account.',
      },
      de: {
        subject: 'Die Authenticator-App wurde entfernt',
        sentence: 'Die Authenticator-App schützt Ihr Konto nicht mehr.',
      },
      es: {
        subject: 'Se ha eliminado la aplicación de autenticación',
        sentence: 'La aplicación de autenticación ya no protege su cuenta.',
      },
    },
  },
  {
    change: 'recovery-codes-renewed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'New recovery codes',
        sentence: 'New recovery codes were made for your account. The old codes no longer work.',
      },
      de: {
        subject: 'Neue Wiederherstellungscodes',
        sentence:
          'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten Codes funktionieren nicht mehr.',
      },
      es: {
        subject: 'Códigos de recuperación nuevos',
        sentence:
          'Se han creado códigos de recuperación nuevos para su cuenta. Los códigos anteriores ya no funcionan.',
      },
    },
  },
  {
    change: 'recovery-code-used',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'Recovery code used',
        sentence: 'Someone logged in to your account with one of its recovery codes.',
      },
      de: {
        subject: 'Ein Wiederherstellungscode wurde verwendet',
        sentence: 'Jemand hat sich mit einem Wiederherstellungscode bei Ihrem Konto angemeldet.',
      },
      es: {
        subject: 'Se ha usado un código de recuperación',
        sentence: 'Alguien ha iniciado sesión en su cuenta con uno de sus códigos de recuperación.',
      },
    },
  },
]

export const totpRemoval: Removal = {
  endpoint: endpoints.users.deleteTotp,
  notFound: 'totp_not_found',
  action: 'totp.deleted',
  idsOf: user => user.totps.map(({ totp_id }) => totp_id),
  without: (user, id) => ({ ...user, totps: user.totps.filter(({ totp_id }) => totp_id !== id) }),
  // An unconfirmed authenticator app protected nothing, so its removal triggers no notification.
  change: (user, id) =>
    user.totps.some(({ totp_id, verified }) => totp_id === id && verified) ? 'authenticator-app-removed' : null,
  remove: removeTotp,
}

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'totp.created': true
  }
  interface SecretKinds {
    recovery_code: true
  }
}

/** The authenticator apps that a user sees: the confirmed one, and one that can still be confirmed. */
const shownTo = (db: Database | Tx, { projectId, userId, now }: UserRef) =>
  (db as Database)
    .selectFrom('totps')
    .select(['totp_id', 'verified'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(is => is.or([is('verified', '=', 1), is('expires_at', '>', now)]))
    .orderBy('created_at')

/** Authenticator apps and their recovery codes: a second factor. */
export const totpFactor = {
  name: 'authenticator apps',
  tables: ['totps'],
  migrations: totpMigrations,
  limits: {},
  sealed: [{ table: 'totps', id: 'totp_id', value: 'secret' }],
  secrets: ['recovery_code'],
  notices: totpNotices,
  settings: {},
  userField: userField('totps', shownTo, rows =>
    rows.map(({ totp_id, verified }) => ({ totp_id, verified: verified === 1 })),
  ),
  // A second factor alone is not a sign-in method.
  isWayIn: null,
  makesAccount: null,
  removal: totpRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removeTotps(tx, projectId, userId),
  deleteUser: removeTotps,
  sweep: sweepTotps,
  open: core => ({ calls: createTotpCalls(core), pages: null, jobs: {}, checks: {}, close: null }),
} satisfies Factor
