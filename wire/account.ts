import type { Call } from './call.ts'

/** Our extension for the account page: account access beyond the published contract. */
export const account = {
  sessions: { method: 'GET', path: '/account/sessions', auth: 'session', fingerprinted: false },
  endSession: { method: 'DELETE', path: '/account/sessions/:id', auth: 'session', fingerprinted: false },
  endOtherSessions: { method: 'DELETE', path: '/account/sessions', auth: 'session', fingerprinted: false },
  devices: { method: 'GET', path: '/account/devices', auth: 'session', fingerprinted: false },
  forgetDevice: { method: 'DELETE', path: '/account/devices/:id', auth: 'session', fingerprinted: false },
  events: { method: 'GET', path: '/account/events', auth: 'session', fingerprinted: false },
  export: { method: 'GET', path: '/account/export', auth: 'session', fingerprinted: false },
  delete: { method: 'DELETE', path: '/account', auth: 'session', fingerprinted: false },
} as const satisfies Record<string, Call>
