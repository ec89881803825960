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
