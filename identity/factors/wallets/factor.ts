import { endpoints } from '@corroborate/wire/endpoints.schema'
import { userField } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import { onOff, type SettingFlags } from '../../projects/index.ts'
import type { Factor, Removal } from '../../sdk/feature/feature.ts'
import { createWalletCalls } from './routes.ts'
import { removeWallet, removeWallets, shownRows, toShown, walletMigrations } from './store.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'wallet-added': true
    'wallet-removed': true
  }
}

/** Notifications about the account's wallets. */
const walletNotices: readonly Notice[] = [
  {
    change: 'wallet-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A wallet was added',
        sentence: 'A crypto wallet was added to your account. Anyone who has it can log in without your password.',
      },
      de: {
        subject: 'Eine Wallet wurde hinzugefügt',
        sentence:
          'Ihrem Konto wurde eine Krypto-Wallet hinzugefügt. Wer sie hat, kann sich ohne Ihr Passwort anmelden.',
      },
      es: {
        subject: 'Se ha añadido una cartera',
        sentence:
          'Se ha añadido una cartera de criptomonedas a su cuenta. Quien la tenga puede iniciar sesión sin su contraseña.',
      },
    },
  },
  {
    change: 'wallet-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A wallet was removed',
        sentence: 'A crypto wallet was removed from your account. It can no longer be used to log in.',
      },
      de: {
        subject: 'Eine Wallet wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde eine Krypto-Wallet entfernt. Mit ihr kann man sich nicht mehr anmelden.',
      },
      es: {
        subject: 'Se ha eliminado una cartera',
        sentence: 'Se ha eliminado una cartera de criptomonedas de su cuenta. Ya no sirve para iniciar sesión.',
      },
    },
  },
]

const walletRemoval: Removal = {
  endpoint: endpoints.users.deleteCryptoWallet,
  notFound: 'crypto_wallet_not_found',
  action: 'wallet.deleted',
  idsOf: user => user.crypto_wallets.map(wallet => wallet.crypto_wallet_id),
  without: (user, id) => ({
    ...user,
    crypto_wallets: user.crypto_wallets.filter(wallet => wallet.crypto_wallet_id !== id),
  }),
  change: () => 'wallet-removed',
  remove: removeWallet,
}

export const walletSettings: SettingFlags = {
  siwe: {
    argument: 'on|off',
    help: 'ask wallets to sign the text of Sign-In with Ethereum (EIP-4361), or of its counterpart for Solana',
    apply: (_, values) => ({ siwe: onOff(values) }),
  },
}

/** Crypto wallets. A signature proves ownership of an address's key. */
export const walletFactor = {
  name: 'wallets',
  tables: ['crypto_wallets'],
  migrations: walletMigrations,
  limits: {},
  sealed: [],
  secrets: ['wallet_challenge'],
  notices: walletNotices,
  settings: walletSettings,
  userField: userField('crypto_wallets', shownRows, rows => rows.map(toShown)),
  isWayIn: user => user.crypto_wallets.length > 0,
  // A user with a wallet has already signed in.
  makesAccount: null,
  removal: walletRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removeWallets(tx, projectId, userId),
  deleteUser: removeWallets,
  // Challenges are removed with all other secrets.
  sweep: null,
  open: core => ({ calls: createWalletCalls(core), pages: null, jobs: {}, checks: {}, close: null }),
} satisfies Factor
