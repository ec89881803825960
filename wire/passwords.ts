import type { Call } from './call.ts'

export const passwords = {
  create: { method: 'POST', path: '/passwords', auth: 'none', fingerprinted: true },
  authenticate: { method: 'POST', path: '/passwords/authenticate', auth: 'optional', fingerprinted: true },
  strengthCheck: { method: 'POST', path: '/passwords/strength_check', auth: 'none', fingerprinted: false },
  resetByEmailStart: { method: 'POST', path: '/passwords/email/reset/start', auth: 'none', fingerprinted: true },
  resetByEmail: { method: 'POST', path: '/passwords/email/reset', auth: 'optional', fingerprinted: true },
  resetByExistingPassword: {
    method: 'POST',
    path: '/passwords/existing_password/reset',
    auth: 'optional',
    fingerprinted: true,
  },
  resetBySession: { method: 'POST', path: '/passwords/session/reset', auth: 'session', fingerprinted: true },
} as const satisfies Record<string, Call>
