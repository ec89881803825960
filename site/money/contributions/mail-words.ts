import type { Locale } from '../../kit/locales/index.ts'
import type { MailTopic } from './mails-due.ts'

/** Strings of one topic. `amount` and `place` are already localized. */
type Said = { subject: (amount: string) => string; lead: (amount: string, place: string) => string }

export type MailWords = Readonly<Record<MailTopic, Said>> & {
  bounty: (paper: string) => string
  pool: string
  rule: string
  books: string
  because: string
  sandbox: string
}

export const mailWords: Readonly<Record<Locale, MailWords>> = {
  en: {
    receipt: {
      subject: amount => `Your contribution of ${amount}`,
      lead: (amount, place) => `Thank you. Your contribution of ${amount} has arrived in ${place}.`,
    },
    failed: {
      subject: amount => `Your payment of ${amount} did not go through`,
      lead: (amount, place) => `Your bank has refused ${amount} for ${place}. No money has moved; you can try again.`,
    },
    refunded: {
      subject: amount => `${amount} are on their way back to you`,
      lead: (amount, place) =>
        `${amount} of your contribution to ${place} were paid back the way you paid. Banks take a few days to show it.`,
    },
    disputed: {
      subject: amount => `Your bank has taken ${amount} back`,
      lead: (amount, place) =>
        `Your bank has told us that your contribution of ${amount} to ${place} is disputed, and has taken it back until that is decided.`,
    },
    'dispute-won': {
      subject: amount => `${amount} are in the books again`,
      lead: (amount, place) =>
        `The dispute about your contribution to ${place} is over: ${amount} have come back to it.`,
    },
    bounty: paper => `the bounty of “${paper}”`,
    pool: 'the pool',
    rule: 'Bounties reward sound reproductions, whatever the result. Two moderators approve each award; unused money is refunded.',
    books: 'Ledger:',
    because: 'You receive this email because you contributed on Corroborate with this address.',
    sandbox: 'Sent by a sandbox: no money has moved.',
  },
  de: {
    receipt: {
      subject: amount => `Ihr Beitrag von ${amount}`,
      lead: (amount, place) => `Danke. Ihr Beitrag von ${amount} ist angekommen: er liegt in ${place}.`,
    },
    failed: {
      subject: amount => `Ihre Zahlung von ${amount} kam nicht zustande`,
      lead: (amount, place) =>
        `Ihre Bank hat Ihren Beitrag von ${amount} zu ${place} abgelehnt. Es ist kein Geld geflossen; Sie können es erneut versuchen.`,
    },
    refunded: {
      subject: amount => `${amount} sind auf dem Weg zurück zu Ihnen`,
      lead: (amount, place) =>
        `${amount} Ihres Beitrags zu ${place} wurden auf demselben Weg zurückgezahlt. Bis das bei Ihrer Bank steht, dauert es ein paar Tage.`,
    },
    disputed: {
      subject: amount => `Ihre Bank hat ${amount} zurückgeholt`,
      lead: (amount, place) =>
        `Ihre Bank sagt uns, dass Ihr Beitrag von ${amount} zu ${place} bestritten wird, und hat ihn bis zur Entscheidung zurückgeholt.`,
    },
    'dispute-won': {
      subject: amount => `${amount} stehen wieder in den Büchern`,
      lead: (amount, place) =>
        `Der Streit um Ihren Beitrag zu ${place} ist entschieden: ${amount} sind zurückgekommen.`,
    },
    bounty: paper => `dem Preisgeld für „${paper}“`,
    pool: 'dem gemeinsamen Topf',
    rule: 'Preisgelder belohnen gute Reproduktionen, unabhängig vom Ergebnis. Zwei Moderatoren bestätigen jede Vergabe; nicht verwendetes Geld wird erstattet.',
    books: 'Kassenbuch:',
    because: 'Sie erhalten diese E-Mail, weil Sie mit dieser Adresse bei Corroborate beigetragen haben.',
    sandbox: 'Aus einer Testumgebung gesendet: Es ist kein Geld geflossen.',
  },
  es: {
    receipt: {
      subject: amount => `Tu aportación de ${amount}`,
      lead: (amount, place) => `Gracias. Tu aportación de ${amount} ha llegado y está en ${place}.`,
    },
    failed: {
      subject: amount => `Tu pago de ${amount} no se ha realizado`,
      lead: (amount, place) =>
        `Tu banco ha rechazado ${amount} para ${place}. No se ha movido dinero; puedes intentarlo de nuevo.`,
    },
    refunded: {
      subject: amount => `Te devolvemos ${amount}`,
      lead: (amount, place) =>
        `Se han devuelto ${amount} de tu aportación para ${place} por donde pagaste. Los bancos tardan unos días en mostrarlo.`,
    },
    disputed: {
      subject: amount => `Tu banco ha retirado ${amount}`,
      lead: (amount, place) =>
        `Tu banco nos dice que tu aportación de ${amount} para ${place} está en disputa y la ha retirado hasta que se decida.`,
    },
    'dispute-won': {
      subject: amount => `${amount} vuelven a estar en los libros`,
      lead: (amount, place) => `La disputa sobre tu aportación para ${place} ha terminado: han vuelto ${amount}.`,
    },
    bounty: paper => `la recompensa de «${paper}»`,
    pool: 'el fondo común',
    rule: 'Las recompensas premian buenas reproducciones, sea cual sea el resultado. Dos moderadores aprueban cada concesión; el dinero sin usar se devuelve.',
    books: 'Libro de cuentas:',
    because: 'Recibes este correo porque aportaste en Corroborate con esta dirección.',
    sandbox: 'Enviado desde un entorno de pruebas: no se ha movido dinero.',
  },
}
