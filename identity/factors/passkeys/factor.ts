import { userField } from '../../accounts/users/index.ts'
import type { Factor } from '../../sdk/feature/index.ts'
import { passkeyNotices } from './notices.ts'
import { createRegistrationCalls } from './registration-calls.ts'
import { createRelatedOriginsPages } from './related-origins.ts'
import { passkeyRemoval } from './removal.ts'
import { createSignInCalls } from './sign-in-calls.ts'
import { registrationRows, removePasskeys, toRegistration } from './store.ts'
import { passkeyMigrations } from './tables.ts'
import { createUpkeepCalls } from './upkeep-calls.ts'

declare module '../../platform/names/index.ts' {
  interface LimitNames {
    passkeyPerAddress: true
  }
}

/** Passkeys, and security keys that confirm who is signed in. */
export const passkeyFactor = {
  name: 'passkeys',
  tables: ['passkeys', 'passkey_handles'],
  migrations: passkeyMigrations,
  limits: {
    // Forms ask whenever they are shown, so that a browser can offer passkeys by itself.
    passkeyPerAddress: { points: 300, perSeconds: 60 },
  },
  sealed: [],
  secrets: ['passkey_registration', 'passkey_sign_in'],
  notices: passkeyNotices,
  settings: {},
  userField: userField('webauthn_registrations', registrationRows, rows => rows.map(toRegistration)),
  // A key that cannot be chosen without saying who one is lets nobody in.
  isWayIn: user => user.webauthn_registrations.some(({ discoverable }) => discoverable),
  // Whoever has one has signed in.
  makesAccount: null,
  removal: passkeyRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removePasskeys(tx, projectId, userId),
  deleteUser: removePasskeys,
  // Challenges are swept with all other secrets.
  sweep: null,
  open: core => ({
    calls: [...createRegistrationCalls(core), ...createSignInCalls(core), ...createUpkeepCalls(core)],
    pages: createRelatedOriginsPages(core),
    jobs: {},
    checks: {},
    close: null,
  }),
} satisfies Factor
