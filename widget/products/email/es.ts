import type { en } from './en.ts'

/** Its texts in Spanish, in the polite form. */
export const es: typeof en = {
  emailConfirmation: {
    heading: 'Revise su correo',
    sent: 'Se ha enviado un mensaje a {email}.',
    gmail: 'Abrir en Gmail',
    yahoo: 'Abrir en Yahoo',
    outlook: 'Abrir en Outlook',
    tryAgain: 'Intentar de nuevo',
  },
}
