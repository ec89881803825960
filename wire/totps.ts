import type { Call } from './call.ts'

export const totps = {
  create: { method: 'POST', path: '/totps', auth: 'session', fingerprinted: false },
  authenticate: { method: 'POST', path: '/totps/authenticate', auth: 'session', fingerprinted: true },
  recoveryCodes: { method: 'POST', path: '/totps/recovery_codes', auth: 'session', fingerprinted: false },
  recover: { method: 'POST', path: '/totps/recover', auth: 'session', fingerprinted: true },
} as const satisfies Record<string, Call>
