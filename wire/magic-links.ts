import type { Call } from './call.ts'

export const magicLinks = {
  loginOrCreate: { method: 'POST', path: '/magic_links/email/login_or_create', auth: 'none', fingerprinted: true },
  sendPrimary: { method: 'POST', path: '/magic_links/email/send/primary', auth: 'none', fingerprinted: true },
  sendSecondary: { method: 'POST', path: '/magic_links/email/send/secondary', auth: 'session', fingerprinted: true },
  look: { method: 'POST', path: '/magic_links/look', auth: 'none', fingerprinted: false },
  authenticate: { method: 'POST', path: '/magic_links/authenticate', auth: 'optional', fingerprinted: false },
} as const satisfies Record<string, Call>
