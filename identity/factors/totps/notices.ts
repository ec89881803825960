import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'authenticator-app-added': true
    'authenticator-app-removed': true
    'recovery-codes-renewed': true
    'recovery-code-used': true
  }
}

/** Notifications about the account's authenticator app. */
export const totpNotices: readonly Notice[] = [
  {
    change: 'authenticator-app-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'An authenticator app was added',
        sentence: 'An authenticator app now protects your account.',
      },
      de: {
        subject: 'Eine Authenticator-App wurde hinzugefügt',
        sentence: 'Eine Authenticator-App schützt jetzt Ihr Konto.',
      },
      es: {
        subject: 'Se ha añadido una aplicación de autenticación',
        sentence: 'Una aplicación de autenticación protege ahora su cuenta.',
      },
    },
  },
  {
    change: 'authenticator-app-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'The authenticator app was removed',
        sentence: 'The authenticator app no longer protects your account.',
      },
      de: {
        subject: 'Die Authenticator-App wurde entfernt',
        sentence: 'Die Authenticator-App schützt Ihr Konto nicht mehr.',
      },
      es: {
        subject: 'Se ha eliminado la aplicación de autenticación',
        sentence: 'La aplicación de autenticación ya no protege su cuenta.',
      },
    },
  },
  {
    change: 'recovery-codes-renewed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'New recovery codes',
        sentence: 'New recovery codes were made for your account. The old codes no longer work.',
      },
      de: {
        subject: 'Neue Wiederherstellungscodes',
        sentence:
          'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten Codes funktionieren nicht mehr.',
      },
      es: {
        subject: 'Códigos de recuperación nuevos',
        sentence:
          'Se han creado códigos de recuperación nuevos para su cuenta. Los códigos anteriores ya no funcionan.',
      },
    },
  },
  {
    change: 'recovery-code-used',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'A recovery code was used',
        sentence: 'Someone logged in to your account with one of its recovery codes.',
      },
      de: {
        subject: 'Ein Wiederherstellungscode wurde verwendet',
        sentence: 'Jemand hat sich mit einem Wiederherstellungscode bei Ihrem Konto angemeldet.',
      },
      es: {
        subject: 'Se ha usado un código de recuperación',
        sentence: 'Alguien ha iniciado sesión en su cuenta con uno de sus códigos de recuperación.',
      },
    },
  },
]
