import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'password-set': true
    'password-changed': true
  }
}

/** Notifications about the account's password. */
export const passwordNotices: readonly Notice[] = [
  {
    change: 'password-set',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A password was set',
        sentence: 'A password was set for your account.',
      },
      de: {
        subject: 'Ein Passwort wurde festgelegt',
        sentence: 'Für Ihr Konto wurde ein Passwort festgelegt.',
      },
      es: {
        subject: 'Se ha establecido una contraseña',
        sentence: 'Se ha establecido una contraseña para su cuenta.',
      },
    },
  },
  {
    change: 'password-changed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'Your password was changed',
        sentence: 'The password of your account was changed.',
      },
      de: {
        subject: 'Ihr Passwort wurde geändert',
        sentence: 'Das Passwort Ihres Kontos wurde geändert.',
      },
      es: {
        subject: 'Su contraseña ha cambiado',
        sentence: 'Se ha cambiado la contraseña de su cuenta.',
      },
    },
  },
]
