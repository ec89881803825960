import type { Call } from './call.ts'

export const webauthn = {
  registerStart: { method: 'POST', path: '/webauthn/register/start', auth: 'session', fingerprinted: false },
  register: { method: 'POST', path: '/webauthn/register', auth: 'session', fingerprinted: false },
  authenticateStartPrimary: {
    method: 'POST',
    path: '/webauthn/authenticate/start/primary',
    auth: 'none',
    fingerprinted: false,
  },
  authenticateStartSecondary: {
    method: 'POST',
    path: '/webauthn/authenticate/start/secondary',
    auth: 'session',
    fingerprinted: false,
  },
  authenticate: { method: 'POST', path: '/webauthn/authenticate', auth: 'optional', fingerprinted: true },
  update: { method: 'PUT', path: '/webauthn/update/:id', auth: 'session', fingerprinted: false },
  signals: { method: 'POST', path: '/webauthn/signals', auth: 'session', fingerprinted: false },
} as const satisfies Record<string, Call>
