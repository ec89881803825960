import { sessionJwtAlgorithms } from '@corroborate/wire/session-jwt'
import { last, number, onOff, SettingError, type SettingFlag } from '../../../projects/index.ts'

/** Settings for session lifetimes and JWT algorithms. */
export const sessionSettings = {
  'session-maximum-minutes': {
    argument: 'N',
    help: 'longest that one call may ask for',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, maximumMinutes: number(values) } }),
  },
  'session-absolute-minutes': {
    argument: 'N',
    help: 'longest a session lives, however often extended',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, absoluteMinutes: number(values) } }),
  },
  'recent-factor-minutes': {
    argument: 'N',
    help: 'how old a factor may be for a sensitive change',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, recentFactorMinutes: number(values) } }),
  },
  'limit-pending-sessions': {
    argument: 'on|off',
    help: 'let a session that lacks the second factor of its user finish the sign-in and nothing else, for ten minutes',
    apply: ({ sessions }, values) => ({ sessions: { ...sessions, limitPending: onOff(values) } }),
  },
  'jwt-algorithm': {
    argument: 'RS256|ES256',
    help: 'what session JWTs are signed with, from a new key on (default RS256)',
    apply: (_, values) => {
      const jwtAlgorithm = sessionJwtAlgorithms.find(each => each === last(values))
      if (jwtAlgorithm === undefined) throw new SettingError(`must be ${sessionJwtAlgorithms.join(' or ')}`)
      return { jwtAlgorithm }
    },
  },
} satisfies Record<string, SettingFlag>
