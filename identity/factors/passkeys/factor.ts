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

/** Passkeys, which sign people in, and security keys, which confirm who is signed in. */
export const passkeyFactor = {
  name: 'passkeys',
  tables: ['passkeys', 'passkey_handles'],
  migrations: passkeyMigrations,
  limits: {
    // A form asks each time it is shown, so that a browser can offer passkeys by itself.
    passkeyPerAddress: { points: 300, perSeconds: 60 },
  },
  sealed: [],
  secrets: ['passkey_registration', 'passkey_sign_in'],
  notices: passkeyNotices,
  settings: {},
  userField: userField('webauthn_registrations', registrationRows, rows => rows.map(toRegistration)),
  // A key that is not discoverable can be used only after somebody said who they are, so it signs nobody in.
  isWayIn: user => user.webauthn_registrations.some(({ discoverable }) => discoverable),
  // A user who has a passkey has signed in before.
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
