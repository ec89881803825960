import { cryptoWallets } from '@corroborate/wire/crypto-wallets'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import type { CryptoWallets } from '../types.ts'

const wallet = { crypto_wallet_address: 'string', crypto_wallet_type: 'string' } as const

/** Wallets that sign a text of the provider's. */
export const createCryptoWallets = ({ send, signIn, store, settings, environment }: Core): CryptoWallets => ({
  authenticateStart: async options => {
    check('cryptoWallets.authenticateStart', options, { ...wallet, siwe_params: 'object?' })
    const { siwe_params, ...body } = options
    const isSiwe = (await settings()).siweRequiredForCryptoWallets && body.crypto_wallet_type === 'ethereum'
    const start = store.hasSession() ? cryptoWallets.authenticateStartSecondary : cryptoWallets.authenticateStartPrimary
    return send(start, {
      body: {
        ...body,
        ...(isSiwe && { siwe_params: { ...siwe_params, uri: siwe_params?.uri || environment.origin } }),
      },
    })
  },
  authenticate: async options => {
    check('cryptoWallets.authenticate', options, { ...wallet, signature: 'string', ...duration })
    return signIn(cryptoWallets.authenticate, { body: options })
  },
})
