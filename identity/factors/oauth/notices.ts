import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'social-account-linked': true
    'social-account-removed': true
  }
}

/** What the owner of an account is told about the accounts elsewhere that are linked to it. */
export const oauthNotices: readonly Notice[] = [
  {
    change: 'social-account-linked',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'Another account was linked',
        sentence:
          'An account at another provider (Google, GitHub or the like) was linked to yours. Whoever has it can log in without your password.',
      },
      de: {
        subject: 'Ein weiteres Konto wurde verknüpft',
        sentence:
          'Mit Ihrem Konto wurde eines bei einem anderen Anbieter (Google, GitHub oder ähnlich) verknüpft. Wer es hat, kann sich ohne Ihr Passwort anmelden.',
      },
      es: {
        subject: 'Se ha vinculado otra cuenta',
        sentence:
          'Se ha vinculado a la suya una cuenta de otro proveedor (Google, GitHub u otro parecido). Quien la tenga puede iniciar sesión sin su contraseña.',
      },
    },
  },
  {
    change: 'social-account-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A linked account was removed',
        sentence: 'An account at another provider was unlinked from yours. It does not log in any more.',
      },
      de: {
        subject: 'Ein verknüpftes Konto wurde entfernt',
        sentence:
          'Ein Konto bei einem anderen Anbieter ist nicht mehr mit Ihrem verknüpft. Mit ihm meldet sich niemand mehr an.',
      },
      es: {
        subject: 'Se ha eliminado una cuenta vinculada',
        sentence: 'Se ha desvinculado de la suya una cuenta de otro proveedor. Ya no sirve para iniciar sesión.',
      },
    },
  },
]
