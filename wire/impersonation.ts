import type { Call } from './call.ts'

export const impersonation = {
  authenticate: { method: 'POST', path: '/impersonation/authenticate', auth: 'none', fingerprinted: true },
} as const satisfies Record<string, Call>
