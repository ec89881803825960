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
        sentence: 'Your account was deleted on request from the account page. It can no longer be used to log in.',
      },
      de: {
        subject: 'Ihr Konto wurde gelöscht',
        sentence: 'Ihr Konto wurde auf Wunsch von der Kontoseite aus gelöscht. Eine Anmeldung ist nicht mehr möglich.',
      },
      es: {
        subject: 'Su cuenta se ha eliminado',
        sentence: 'Su cuenta se ha eliminado a petición suya. Ya no es posible iniciar sesión en ella.',
      },
    },
  },
]
