import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'phone-number-added': true
    'phone-number-removed': true
  }
}

/** Notifications about the account's phone numbers. */
export const phoneNumberNotices: readonly Notice[] = [
  {
    change: 'phone-number-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A phone number was added',
        sentence: 'A phone number was added to your account. It can be used to log in.',
      },
      de: {
        subject: 'Eine Telefonnummer wurde hinzugefügt',
        sentence: 'Ihrem Konto wurde eine Telefonnummer hinzugefügt. Mit ihr kann man sich anmelden.',
      },
      es: {
        subject: 'Se ha añadido un número de teléfono',
        sentence: 'Se ha añadido un número de teléfono a su cuenta. Con él se puede iniciar sesión.',
      },
    },
  },
  {
    change: 'phone-number-removed',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A phone number was removed',
        sentence: 'A phone number was removed from your account.',
      },
      de: {
        subject: 'Eine Telefonnummer wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde eine Telefonnummer entfernt.',
      },
      es: {
        subject: 'Se ha eliminado un número de teléfono',
        sentence: 'Se ha eliminado un número de teléfono de su cuenta.',
      },
    },
  },
]
