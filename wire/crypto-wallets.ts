import type { Call } from './call.ts'

export const cryptoWallets = {
  authenticateStartPrimary: {
    method: 'POST',
    path: '/crypto_wallets/authenticate/start/primary',
    auth: 'none',
    fingerprinted: false,
  },
  authenticateStartSecondary: {
    method: 'POST',
    path: '/crypto_wallets/authenticate/start/secondary',
    auth: 'session',
    fingerprinted: false,
  },
  authenticate: { method: 'POST', path: '/crypto_wallets/authenticate', auth: 'optional', fingerprinted: true },
} as const satisfies Record<string, Call>
