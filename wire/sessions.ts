import type { Call } from './call.ts'

export const sessions = {
  authenticate: { method: 'POST', path: '/sessions/authenticate', auth: 'session', fingerprinted: false },
  revoke: { method: 'POST', path: '/sessions/revoke', auth: 'session', fingerprinted: false },
} as const satisfies Record<string, Call>
