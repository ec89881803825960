import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'passkey-added': true
    'passkey-removed': true
  }
}

/** Notifications about the account's passkeys. */
export const passkeyNotices: readonly Notice[] = [
  {
    change: 'passkey-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A passkey was added',
        sentence: 'A passkey was added to your account. Anyone who has it can log in without your password.',
      },
      de: {
        subject: 'Ein Passkey wurde hinzugefügt',
        sentence: 'Ihrem Konto wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich ohne Ihr Passwort anmelden.',
      },
      es: {
        subject: 'Se ha añadido una llave de acceso',
        sentence:
          'Se ha añadido una llave de acceso a su cuenta. Quien la tenga puede iniciar sesión sin su contraseña.',
      },
    },
  },
  {
    change: 'passkey-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A passkey was removed',
        sentence: 'A passkey was removed from your account. It can no longer be used to log in.',
      },
      de: {
        subject: 'Ein Passkey wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde ein Passkey entfernt. Mit ihm kann man sich nicht mehr anmelden.',
      },
      es: {
        subject: 'Se ha eliminado una llave de acceso',
        sentence: 'Se ha eliminado una llave de acceso de su cuenta. Ya no sirve para iniciar sesión.',
      },
    },
  },
]
