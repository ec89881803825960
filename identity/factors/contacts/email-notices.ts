import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'email-added': true
    'email-removed': true
  }
}

/** Notifications about the account's email addresses. */
export const emailNotices: readonly Notice[] = [
  {
    change: 'email-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'An e-mail address was added',
        sentence: 'Another e-mail address was added to your account. It can be used to log in.',
      },
      de: {
        subject: 'Eine E-Mail-Adresse wurde hinzugefügt',
        sentence: 'Ihrem Konto wurde eine weitere E-Mail-Adresse hinzugefügt. Mit ihr kann man sich anmelden.',
      },
      es: {
        subject: 'Se ha añadido una dirección de correo',
        sentence: 'Se ha añadido otra dirección de correo a su cuenta. Con ella se puede iniciar sesión.',
      },
    },
  },
  {
    change: 'email-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'An e-mail address was removed',
        sentence: 'An e-mail address was removed from your account.',
      },
      de: {
        subject: 'Eine E-Mail-Adresse wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde eine E-Mail-Adresse entfernt.',
      },
      es: {
        subject: 'Se ha eliminado una dirección de correo',
        sentence: 'Se ha eliminado una dirección de correo de su cuenta.',
      },
    },
  },
]
