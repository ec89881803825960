import type { Call } from './call.ts'

export const oauth = {
  authenticate: { method: 'POST', path: '/oauth/authenticate', auth: 'optional', fingerprinted: false },
  attach: { method: 'POST', path: '/oauth/attach', auth: 'session', fingerprinted: false },
  providerValues: { method: 'POST', path: '/oauth/provider_values', auth: 'session', fingerprinted: false },
} as const satisfies Record<string, Call>
