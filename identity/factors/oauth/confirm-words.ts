import type { Locale } from '@corroborate/wire/locales'

/** The words of the page on which a mailed code is entered. `{name}` is the application, `{email}` where the code went. */
export const confirmWords: Readonly<
  Record<Locale, { heading: string; sent: string; code: string; wrong: string; continue: string }>
> = {
  en: {
    heading: 'Enter the code',
    sent: '{name} mailed a code of six digits to {email}, to make sure that this mailbox is yours. It is good for ten minutes.',
    code: 'Code',
    wrong: 'This is not the code. Please look at the newest mail.',
    continue: 'Continue',
  },
  de: {
    heading: 'Code eingeben',
    sent: '{name} hat einen sechsstelligen Code an {email} geschickt, um sicherzugehen, dass dieses Postfach Ihres ist. Er gilt zehn Minuten lang.',
    code: 'Code',
    wrong: 'Das ist nicht der Code. Bitte sehen Sie in der neuesten E-Mail nach.',
    continue: 'Weiter',
  },
  es: {
    heading: 'Introduzca el código',
    sent: '{name} ha enviado un código de seis cifras a {email} para comprobar que este buzón es suyo. Sirve durante diez minutos.',
    code: 'Código',
    wrong: 'Ese no es el código. Mire el correo más reciente, por favor.',
    continue: 'Continuar',
  },
}
