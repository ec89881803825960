import type { en } from './en.ts'

/** Its texts in German, in the polite form. */
export const de: typeof en = {
  passwordCreateOrLogin: {
    choose: 'Wie möchten Sie Ihr Konto anlegen?',
    emailLink: 'Anmeldelink per E-Mail senden',
    emailCode: 'Anmeldecode per E-Mail senden',
    finish: 'Legen Sie ein Passwort fest, dann ist Ihr Konto fertig.',
    logIn: 'Anmelden',
    forgotPassword: 'Passwort vergessen?',
    passwordInstead: 'Lieber ein Passwort festlegen',
    sending: 'Eine E-Mail wird an Sie gesendet',
    sendAgain: 'Noch einmal senden',
  },
  passwordStrength: {
    label: 'Stärke des Passworts',
    unknown: 'Noch nicht bekannt',
    veryWeak: 'Sehr schwach',
    weak: 'Schwach',
    good: 'Gut',
    strong: 'Stark',
    length: 'Mindestens {n} Zeichen',
    kinds: 'Mindestens {n} hiervon: Großbuchstabe, Kleinbuchstabe, Ziffer, Sonderzeichen',
    met: 'erfüllt',
    missing: 'fehlt noch',
    allMet: 'Das Passwort erfüllt alle Anforderungen.',
    breached:
      'Dieses Passwort wurde möglicherweise auf einer anderen Website verwendet, bei der es einen Sicherheitsvorfall gab. Bitte wählen Sie ein anderes Passwort.',
    tooLong: 'Höchstens {n} Zeichen.',
    checkAgain: 'Noch einmal prüfen',
  },
  passwordMail: {
    question: 'Nichts erhalten?',
    resend: 'E-Mail erneut senden',
    resent: 'E-Mail erneut gesendet',
    withoutPassword: 'Ohne Passwort anmelden',
  },
  passwordForgot: {
    heading: 'Passwort vergessen?',
    sent: 'Wir haben Ihnen einen Link an {email} gesendet, mit dem Sie Ihr Passwort zurücksetzen.',
  },
  passwordBreached: {
    heading: 'Sehen Sie in Ihrem Postfach nach, um ein neues Passwort festzulegen',
    sent: 'Bei einer anderen Website, auf der Sie dasselbe Passwort verwenden, gab es einen Sicherheitsvorfall. Um Ihr Konto zu schützen, haben wir eine E-Mail an {email} gesendet: Folgen Sie dem Link darin und legen Sie ein neues Passwort fest.',
  },
  passwordSetNew: {
    heading: 'Sehen Sie in Ihrem Postfach nach!',
    sent: 'Wir haben Ihnen einen Link an {email} gesendet, mit dem Sie ein Passwort festlegen.',
  },
  passwordDedupe: {
    heading: 'Sehen Sie in Ihrem Postfach nach, um ein neues Passwort festzulegen!',
    sent: 'Um sicher zu sein, dass Sie es wirklich sind, haben wir eine E-Mail an {email} gesendet. Folgen Sie dem Link darin und legen Sie ein neues Passwort fest, um fortzufahren.',
  },
  passwordConfirmation: {
    heading: 'Geschafft!',
    loggedIn: 'Sie sind angemeldet.',
  },
  passwordResetForm: {
    heading: 'Passwort zurücksetzen',
    confirmHeading: 'Bestätigen Sie Ihre Adresse',
    confirm:
      'Wählen Sie ein neues Passwort. Diese Adresse war bisher nicht bestätigt, deshalb kann jemand anderes das Passwort dieses Kontos festgelegt haben.',
    confirmWithout: 'Ohne Passwort bestätigen',
    busy: 'Anmeldung läuft …',
    loggingIn: 'Anmeldung läuft',
    retry: 'Noch einmal versuchen',
    incomplete:
      'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder fordern Sie einen neuen an.',
    askAgain: 'Neuen Link per E-Mail senden',
  },
}
