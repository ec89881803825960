import type { Notice } from '../../delivery/index.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'account-impersonated': true
  }
}

/** Email to the owner of an account when an operator begins to impersonate them. */
export const impersonationNotices: readonly Notice[] = [
  {
    change: 'account-impersonated',
    advice: 'askWhy',
    words: {
      en: {
        subject: 'Support opened your account',
        sentence:
          'A member of the support team opened your account. For up to an hour they can see what you see. They cannot change anything or act in your name.',
      },
      de: {
        subject: 'Der Support hat Ihr Konto geöffnet',
        sentence:
          'Jemand vom Support hat Ihr Konto geöffnet und sieht höchstens eine Stunde lang, was Sie sehen. Ändern oder in Ihrem Namen handeln kann er nicht.',
      },
      es: {
        subject: 'El equipo de asistencia ha abierto su cuenta',
        sentence:
          'Una persona del equipo de asistencia ha abierto su cuenta. Durante una hora como máximo puede ver lo que usted ve. No puede cambiar nada ni actuar en su nombre.',
      },
    },
  },
]
