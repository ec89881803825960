import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'user.deleted': true
  }
  interface AccountChanges {
    'account-deleted': true
  }
}

/** Notification of account deletion to its owner. */
export const accountNotices: readonly Notice[] = [
  {
    change: 'account-deleted',
    advice: 'itIsGone',
    words: {
      en: {
        subject: 'Your account was deleted',
        sentence: 'Your account was deleted, as was asked from within it. Nobody can log in to it any more.',
      },
      de: {
        subject: 'Ihr Konto wurde gelöscht',
        sentence:
          'Ihr Konto wurde gelöscht, wie es aus dem Konto heraus verlangt wurde. Niemand kann sich mehr anmelden.',
      },
      es: {
        subject: 'Su cuenta se ha eliminado',
        sentence: 'Su cuenta se ha eliminado, como se pidió desde ella. Ya nadie puede iniciar sesión en ella.',
      },
    },
  },
]
