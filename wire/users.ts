import type { Call } from './call.ts'

export const users = {
  search: { method: 'POST', path: '/users/search', auth: 'none', fingerprinted: true },
  me: { method: 'GET', path: '/users/me', auth: 'session', fingerprinted: false },
  update: { method: 'PUT', path: '/users/me', auth: 'session', fingerprinted: false },
  deleteEmail: { method: 'DELETE', path: '/users/emails/:id', auth: 'session', fingerprinted: false },
  deletePhoneNumber: { method: 'DELETE', path: '/users/phone_numbers/:id', auth: 'session', fingerprinted: false },
  deleteTotp: { method: 'DELETE', path: '/users/totps/:id', auth: 'session', fingerprinted: false },
  deleteCryptoWallet: { method: 'DELETE', path: '/users/crypto_wallets/:id', auth: 'session', fingerprinted: false },
  deleteOAuthRegistration: { method: 'DELETE', path: '/users/oauth/:id', auth: 'session', fingerprinted: false },
  deleteWebauthnRegistration: {
    method: 'DELETE',
    path: '/users/webauthn_registrations/:id',
    auth: 'session',
    fingerprinted: false,
  },
  deleteBiometricRegistration: {
    method: 'DELETE',
    path: '/users/biometric_registrations/:id',
    auth: 'session',
    fingerprinted: false,
  },
  connectedApps: { method: 'GET', path: '/users/connected_apps', auth: 'session', fingerprinted: false },
  revokeConnectedApp: {
    method: 'POST',
    path: '/users/connected_apps/:id/revoke',
    auth: 'session',
    fingerprinted: false,
  },
} as const satisfies Record<string, Call>
