import { endpoints } from '@corroborate/wire/endpoints.schema'
import { number, onOff, type SettingFlags } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Factor } from '../../sdk/feature/feature.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { authenticateByLink, lookAtLink } from './authenticate-by-link.ts'
import { sendLink } from './send-link.ts'

const { loginOrCreate, sendPrimary, sendSecondary, look, authenticate } = endpoints.magicLinks

/** Magic link endpoints: three send a link, `authenticate` spends it. Opening the link spends nothing. */
const createMagicLinkCalls = (core: Core): readonly Route[] => [
  answer(loginOrCreate, call => sendLink(core, call, { purpose: 'login_or_create', session: null })),
  answer(sendPrimary, call => sendLink(core, call, { purpose: 'primary', session: null })),
  answer(sendSecondary, call => sendLink(core, call, { purpose: 'secondary', session: call.session })),
  answer(look, call => lookAtLink(core, call)),
  answer(authenticate, call => authenticateByLink(core, call)),
]

export const magicLinkSettings: SettingFlags = {
  'magic-link-minutes': {
    argument: 'N',
    help: 'how long a magic link works at most (10 or less for the strict profile of ASVS 6.5.5)',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, magicLink: number(values) } }),
  },
  'pkce-magic-links': {
    argument: 'on|off',
    help: 'require PKCE for magic links',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, magicLinks: onOff(values) } }),
  },
}

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
  // A link is a secret of `accounts/one-time-tokens`, and it proves an address of `factors/contacts`.
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
