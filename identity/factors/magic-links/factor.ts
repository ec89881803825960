import type { Factor } from '../../sdk/feature/index.ts'
import { createMagicLinkCalls } from './calls.ts'
import { magicLinkSettings } from './settings.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'magic_link.sent': true
  }
  interface SecretKinds {
    magic_link: true
  }
}

/** Magic links that log in the owner of an email address. */
export const magicLinkFactor = {
  name: 'magic links',
  // A link is a secret of `accounts/single-use`, and it proves an address of `factors/contacts`.
  tables: [],
  migrations: [],
  limits: {},
  sealed: [],
  secrets: ['magic_link'],
  notices: [],
  settings: magicLinkSettings,
  userField: null,
  isWayIn: null,
  makesAccount: null,
  removal: null,
  wipeUnproved: null,
  deleteUser: null,
  sweep: null,
  open: core => ({ calls: createMagicLinkCalls(core), pages: null, jobs: {}, checks: {}, close: null }),
} satisfies Factor
