import type { Locale } from '@corroborate/wire/locales'

/** Strings of a claim reminder in one language. `until` is a formatted date. */
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
  subject: until => `Your claim expires on ${until}`,
  lead: (paper, until) => `Your claim to reproduce “${paper}” expires on ${until}.`,
  renew: 'Still working on it? Renew it for 90 days:',
  renewIt: 'Renew your claim',
  login: 'You may be asked to log in first.',
  report: 'Finished, or got as far as you could? Submit a report:',
  reportIt: 'Report a reproduction',
  because:
    'You receive this email because you gave this address with your claim. It is the only reminder unless you renew.',
}

const german: ReminderWords = {
  subject: until => `Ihre Ankündigung läuft am ${until} ab`,
  lead: (paper, until) => `Sie haben angekündigt, „${paper}“ zu reproduzieren. Die Ankündigung läuft am ${until} ab.`,
  renew: 'Arbeiten Sie noch daran? Verlängern Sie um 90 Tage:',
  renewIt: 'Ankündigung verlängern',
  login: 'Möglicherweise müssen Sie sich zuerst anmelden.',
  report: 'Fertig oder so weit wie möglich gekommen? Reichen Sie einen Bericht ein:',
  reportIt: 'Reproduktion berichten',
  because:
    'Sie erhalten diese E-Mail, weil Sie diese Adresse bei der Ankündigung angegeben haben. Es bleibt die einzige Erinnerung, sofern Sie nicht verlängern.',
}

const spanish: ReminderWords = {
  subject: until => `Tu compromiso vence el ${until}`,
  lead: (paper, until) => `Tu compromiso de reproducir «${paper}» vence el ${until}.`,
  renew: '¿Sigues trabajando en ello? Renuévalo por 90 días:',
  renewIt: 'Renovar tu compromiso',
  login: 'Quizá tengas que iniciar sesión antes.',
  report: '¿Has terminado o has llegado hasta donde podías? Envía un informe:',
  reportIt: 'Informar de una reproducción',
  because:
    'Recibes este correo porque diste esta dirección con tu compromiso. Es el único recordatorio, salvo que lo renueves.',
}

export const reminderWords: Readonly<Record<Locale, ReminderWords>> = { en: english, de: german, es: spanish }
