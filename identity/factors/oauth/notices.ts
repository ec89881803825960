import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'social-account-linked': true
    'social-account-removed': true
  }
}

/** Notifications about linked social accounts. */
export const oauthNotices: readonly Notice[] = [
  {
    change: 'social-account-linked',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'Another account was linked',
        sentence:
          'An account at another provider, such as Google or GitHub, was linked to your account. Anyone who has that account can log in without your password.',
      },
      de: {
        subject: 'Ein weiteres Konto wurde verknüpft',
        sentence:
          'Mit Ihrem Konto wurde ein Konto bei einem anderen Anbieter verknüpft, zum Beispiel bei Google oder GitHub. Wer dieses Konto hat, kann sich ohne Ihr Passwort anmelden.',
      },
      es: {
        subject: 'Se ha vinculado otra cuenta',
        sentence:
          'Se ha vinculado a su cuenta una cuenta de otro proveedor, como Google o GitHub. Quien tenga esa cuenta puede iniciar sesión sin su contraseña.',
      },
    },
  },
  {
    change: 'social-account-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A linked account was removed',
        sentence:
          'An account at another provider is no longer linked to your account. It can no longer be used to log in.',
      },
      de: {
        subject: 'Ein verknüpftes Konto wurde entfernt',
        sentence:
          'Ein Konto bei einem anderen Anbieter ist nicht mehr mit Ihrem Konto verknüpft. Mit ihm kann man sich nicht mehr anmelden.',
      },
      es: {
        subject: 'Se ha eliminado una cuenta vinculada',
        sentence: 'Una cuenta de otro proveedor ya no está vinculada a su cuenta. Ya no sirve para iniciar sesión.',
      },
    },
  },
]
