import type { Locale } from '@corroborate/wire/locales'

/** Strings of the code entry page. `{name}` is the application, `{email}` the address that received the code. */
export const confirmWords: Readonly<
  Record<Locale, { heading: string; sent: string; code: string; wrong: string; continue: string }>
> = {
  en: {
    heading: 'Enter the code',
    sent: '{name} sent a six-digit code to {email} to check that this mailbox is yours. The code works for ten minutes.',
    code: 'Code',
    wrong: 'This code is not right. Please use the code from the newest mail.',
    continue: 'Continue',
  },
  de: {
    heading: 'Code eingeben',
    sent: '{name} hat einen sechsstelligen Code an {email} geschickt, um zu prüfen, dass dieses Postfach Ihnen gehört. Der Code gilt zehn Minuten lang.',
    code: 'Code',
    wrong: 'Dieser Code stimmt nicht. Bitte verwenden Sie den Code aus der neuesten E-Mail.',
    continue: 'Weiter',
  },
  es: {
    heading: 'Introduzca el código',
    sent: '{name} ha enviado un código de seis cifras a {email} para comprobar que este buzón es suyo. El código sirve durante diez minutos.',
    code: 'Código',
    wrong: 'Este código no es correcto. Use el código del correo más reciente, por favor.',
    continue: 'Continuar',
  },
}
