import type { Locale } from '../../kit/locales/index.ts'

/** Everything that a reminder says in one language. `until` is a day in words. */
export type ReminderWords = {
  subject: (until: string) => string
  lead: (paper: string, until: string) => string
  renew: string
  /** On the button. */
  renewIt: string
  /** Its link leads by way of logging in. */
  login: string
  report: string
  reportIt: string
  because: string
}

const english: ReminderWords = {
  subject: until => `Your claim lapses on ${until}`,
  lead: (paper, until) => `You said that you will reproduce “${paper}”. The claim lapses on ${until}.`,
  renew: 'Still at it? Renew it for 90 days:',
  renewIt: 'Renew your claim',
  login: 'You may be asked to log in first.',
  report: 'Done, or as far as you got? Tell others what came out:',
  reportIt: 'Report a reproduction',
  because: 'This mail went to the address that you gave with the claim. No other comes about it unless you renew it.',
}

const german: ReminderWords = {
  subject: until => `Ihre Ankündigung läuft am ${until} ab`,
  lead: (paper, until) => `Sie haben angekündigt, „${paper}“ zu reproduzieren. Die Ankündigung läuft am ${until} ab.`,
  renew: 'Noch dabei? Verlängern Sie sie um 90 Tage:',
  renewIt: 'Ankündigung verlängern',
  login: 'Vielleicht müssen Sie sich dafür erst anmelden.',
  report: 'Fertig, oder so weit Sie gekommen sind? Sagen Sie anderen, was herauskam:',
  reportIt: 'Reproduktion berichten',
  because:
    'Diese Mail ging an die Adresse, die Sie mit der Ankündigung angegeben haben. Eine weitere dazu kommt nur, wenn Sie sie verlängern.',
}

const spanish: ReminderWords = {
  subject: until => `Tu compromiso vence el ${until}`,
  lead: (paper, until) => `Dijiste que vas a reproducir «${paper}». El compromiso vence el ${until}.`,
  renew: '¿Sigues en ello? Renuévalo por 90 días:',
  renewIt: 'Renovar tu compromiso',
  login: 'Puede que antes tengas que iniciar sesión.',
  report: '¿Has terminado, o has llegado hasta donde podías? Cuenta a los demás qué resultó:',
  reportIt: 'Informar de una reproducción',
  because:
    'Este correo se envió a la dirección que diste con el compromiso. No llegará ningún otro sobre él si no lo renuevas.',
}

/** What a reminder says in each language that mails are written in. */
export const reminderWords: Readonly<Record<Locale, ReminderWords>> = { en: english, de: german, es: spanish }
