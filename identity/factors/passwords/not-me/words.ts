import type { Locale } from '@corroborate/wire/locales'

/** Strings of the page; `{name}` is the application. */
type PageWords = {
  heading: string
  /** Effect of the button. */
  asks: string
  button: string
  done: string
  doneText: string
  /** A new password is on its way, or its owner has to ask for it. */
  mailed: string
  askForReset: string
  /** The user has no password: they signed in by mail or with a social account. */
  noPassword: string
  gone: string
  goneText: string
}

/** Strings of the "This was not me" page. */
export const notMeWords: Readonly<Record<Locale, PageWords>> = {
  en: {
    heading: 'This was not you?',
    asks: 'We end this sign-in to {name} and every other one, on all devices. If your account has a password, it stops working, and we mail you a link for a new one.',
    button: 'End all sign-ins',
    done: 'All sign-ins have ended',
    doneText: 'All sessions of your account at {name} have been logged out.',
    mailed: 'A mail with a link for a new password is on its way to you. The old password works no longer.',
    askForReset: 'The old password works no longer. Ask for a new one where you log in to {name}.',
    noPassword:
      'Your account has no password, so the login came through your mailbox or an external account. Change the password there.',
    gone: 'This link works no longer',
    goneText:
      'It works once, for a week. Log in to {name} to see where you are signed in, and set a new password there if something looks wrong.',
  },
  de: {
    heading: 'Das waren nicht Sie?',
    asks: 'Wir beenden diese Anmeldung bei {name} und jede andere, auf allen Geräten. Wenn Ihr Konto ein Passwort hat, gilt es nicht mehr, und wir schicken Ihnen einen Link für ein neues.',
    button: 'Alle Anmeldungen beenden',
    done: 'Alle Anmeldungen sind beendet',
    doneText: 'In Ihrem Konto bei {name} ist niemand mehr angemeldet.',
    mailed: 'Eine E-Mail mit einem Link für ein neues Passwort ist unterwegs. Das alte Passwort gilt nicht mehr.',
    askForReset: 'Das alte Passwort gilt nicht mehr. Fordern Sie ein neues an, wo Sie sich bei {name} anmelden.',
    noPassword:
      'Ihr Konto hat kein Passwort: Jemand kam über Ihr Postfach oder über ein Konto anderswo herein. Ändern Sie dort das Passwort.',
    gone: 'Dieser Link gilt nicht mehr',
    goneText:
      'Er gilt einmal, eine Woche lang. Melden Sie sich bei {name} an, um zu sehen, wo Sie angemeldet sind, und setzen Sie dort ein neues Passwort, wenn etwas nicht stimmt.',
  },
  es: {
    heading: '¿No fue usted?',
    asks: 'Cerramos esta sesión en {name} y todas las demás, en todos los dispositivos. Si su cuenta tiene una contraseña, deja de servir, y le enviamos un enlace para una nueva.',
    button: 'Cerrar todas las sesiones',
    done: 'Todas las sesiones están cerradas',
    doneText: 'Ya nadie tiene una sesión abierta en su cuenta de {name}.',
    mailed: 'Un correo con un enlace para una contraseña nueva está en camino. La contraseña antigua ya no sirve.',
    askForReset: 'La contraseña antigua ya no sirve. Pida una nueva donde inicia sesión en {name}.',
    noPassword:
      'Su cuenta no tiene contraseña: alguien entró por su buzón o por una cuenta de otro sitio. Cambie allí la contraseña.',
    gone: 'Este enlace ya no sirve',
    goneText:
      'Sirve una vez, durante una semana. Inicie sesión en {name} para ver dónde tiene sesiones abiertas, y ponga allí una contraseña nueva si algo no le cuadra.',
  },
}
