import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { userField } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Factor, Removal } from '../../sdk/feature/feature.ts'
import { createSignInCalls, createUpkeepCalls } from './authenticate.ts'
import { createRelatedOriginsPages } from './options.ts'
import { createRegistrationCalls } from './register.ts'
import { registrationRows, removePasskey, removePasskeys, toRegistration } from './store.ts'
import { passkeyMigrations } from './tables.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'passkey-added': true
    'passkey-removed': true
  }
}

/** Notifications about the account's passkeys. */
const passkeyNotices: readonly Notice[] = [
  {
    change: 'passkey-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A passkey was added',
        sentence: 'A passkey was added to your account. Anyone who has it can log in without your password.',
      },
      de: {
        subject: 'Ein Passkey wurde hinzugefügt',
        sentence: 'Ihrem Konto wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich ohne Ihr Passwort anmelden.',
      },
      es: {
        subject: 'Se ha añadido una llave de acceso',
        sentence:
          'Se ha añadido una llave de acceso a su cuenta. Quien la tenga puede iniciar sesión sin su contraseña.',
      },
    },
  },
  {
    change: 'passkey-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A passkey was removed',
        sentence: 'A passkey was removed from your account. It can no longer be used to log in.',
      },
      de: {
        subject: 'Ein Passkey wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde ein Passkey entfernt. Mit ihm kann man sich nicht mehr anmelden.',
      },
      es: {
        subject: 'Se ha eliminado una llave de acceso',
        sentence: 'Se ha eliminado una llave de acceso de su cuenta. Ya no sirve para iniciar sesión.',
      },
    },
  },
]

const idsOf = (user: User): string[] => user.webauthn_registrations.map(key => key.webauthn_registration_id)

export const passkeyRemoval: Removal = {
  endpoint: endpoints.users.deleteWebauthnRegistration,
  notFound: 'webauthn_registration_not_found',
  action: 'passkey.deleted',
  idsOf,
  without: (user, id) => ({
    ...user,
    webauthn_registrations: user.webauthn_registrations.filter(key => key.webauthn_registration_id !== id),
  }),
  change: () => 'passkey-removed',
  remove: removePasskey,
}

declare module '../../platform/names/index.ts' {
  interface LimitNames {
    passkeyPerAddress: true
  }
}

/** Passkeys, which sign users in, and security keys, which confirm a signed-in user. */
export const passkeyFactor = {
  name: 'passkeys',
  tables: ['passkeys', 'passkey_handles'],
  migrations: passkeyMigrations,
  limits: {
    // The form requests a challenge on every display, so that browsers can autofill passkeys.
    passkeyPerAddress: { points: 300, perSeconds: 60 },
  },
  sealed: [],
  secrets: ['passkey_registration', 'passkey_sign_in'],
  notices: passkeyNotices,
  settings: {},
  userField: userField('webauthn_registrations', registrationRows, rows => rows.map(toRegistration)),
  // A non-discoverable key needs an identified user first, so it is not a sign-in method.
  isWayIn: user => user.webauthn_registrations.some(({ discoverable }) => discoverable),
  // A user with a passkey has already signed in.
  makesAccount: null,
  removal: passkeyRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removePasskeys(tx, projectId, userId),
  deleteUser: removePasskeys,
  // Challenges are removed with all other secrets.
  sweep: null,
  open: core => ({
    calls: [...createRegistrationCalls(core), ...createSignInCalls(core), ...createUpkeepCalls(core)],
    pages: createRelatedOriginsPages(core),
    jobs: {},
    checks: {},
    close: null,
  }),
} satisfies Factor
