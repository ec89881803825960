import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'wallet-added': true
    'wallet-removed': true
  }
}

/** Notifications about the account's wallets. */
export const walletNotices: readonly Notice[] = [
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
