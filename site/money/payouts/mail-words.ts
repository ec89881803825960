import type { Locale } from '@corroborate/wire/locales'
import type { PayoutTopic } from './payees.ts'

/** Localized placeholders. */
type Given = { amount: string; paper: string; why: string }
type Said = { subject: (given: Given) => string; lead: (given: Given) => string }

export type PayoutWords = Readonly<Record<PayoutTopic, Said>> & {
  /** Above the button to the page where the award stands, on it, and below it. */
  page: string
  open: string
  login: string
  because: string
  sandbox: string
}

const english: PayoutWords = {
  awarded: {
    subject: ({ amount }) => `You have been awarded ${amount}`,
    lead: ({ amount, paper }) =>
      `Two moderators have awarded your report on “${paper}” ${amount} of its bounty. Choose how to be paid, or decline the award.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} has been paid to you`,
    lead: ({ amount, paper }) =>
      `Your award of ${amount} for your report on “${paper}” has been paid the way you chose. Banks take a few days to show it.`,
  },
  'came-back': {
    subject: ({ amount }) => `Your payment of ${amount} was returned`,
    lead: ({ amount, paper }) =>
      `The payment of ${amount} for your report on “${paper}” was returned. The award is still yours. Check your payout method.`,
  },
  'bank-refused': {
    subject: () => 'Your bank rejected a payment from Stripe',
    lead: ({ amount, paper }) =>
      `Your bank rejected the payment of ${amount} for your report on “${paper}”. The money is safe at Stripe. Correct your bank account there.`,
  },
  withdrawn: {
    subject: ({ amount }) => `Your award of ${amount} was withdrawn`,
    lead: ({ amount, paper, why }) =>
      `Two moderators have withdrawn your award of ${amount} for your report on “${paper}” before it was paid: “${why}” The money is in the bounty again.`,
  },
  page: 'Award status and payout method:',
  open: 'Open your awards',
  login: 'You may be asked to log in first.',
  because: 'You receive this email because you submitted a reproduction report to Corroborate.',
  sandbox: 'Sent by a sandbox: no money has moved.',
}

const german: PayoutWords = {
  awarded: {
    subject: ({ amount }) => `Sie erhalten ein Preisgeld von ${amount}`,
    lead: ({ amount, paper }) =>
      `Zwei Moderatoren haben Ihrem Bericht zu „${paper}“ ${amount} des Preisgelds zugesprochen. Wählen Sie eine Auszahlungsart oder lehnen Sie das Preisgeld ab.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} wurden an Sie ausgezahlt`,
    lead: ({ amount, paper }) =>
      `Ihre ${amount} für den Bericht zu „${paper}“ wurden ausgezahlt, wie Sie es gewählt haben. Bis das bei Ihrer Bank steht, dauert es ein paar Tage.`,
  },
  'came-back': {
    subject: ({ amount }) => `Auszahlung von ${amount} zurückgegangen`,
    lead: ({ amount, paper }) =>
      `Die Auszahlung von ${amount} für Ihren Bericht zu „${paper}“ ging zurück. Das Preisgeld gehört weiterhin Ihnen. Prüfen Sie Ihre Angaben zur Auszahlung.`,
  },
  'bank-refused': {
    subject: () => 'Ihre Bank hat eine Zahlung von Stripe abgelehnt',
    lead: ({ amount, paper }) =>
      `Ihre Bank hat die Zahlung von ${amount} für Ihren Bericht zu „${paper}“ abgelehnt. Das Geld liegt sicher bei Stripe. Korrigieren Sie dort Ihr Bankkonto.`,
  },
  withdrawn: {
    subject: ({ amount }) => `Ihr Preisgeld von ${amount} wurde zurückgezogen`,
    lead: ({ amount, paper, why }) =>
      `Zwei Moderatoren haben Ihre ${amount} für den Bericht zu „${paper}“ vor der Auszahlung zurückgezogen: „${why}“ Das Geld ist wieder im Preisgeld.`,
  },
  page: 'Stand und Auszahlungsart:',
  open: 'Zu Ihren Preisgeldern',
  login: 'Möglicherweise müssen Sie sich zuerst anmelden.',
  because: 'Sie erhalten diese E-Mail, weil Sie bei Corroborate einen Reproduktionsbericht eingereicht haben.',
  sandbox: 'Aus einer Testumgebung gesendet: Es ist kein Geld geflossen.',
}

const spanish: PayoutWords = {
  awarded: {
    subject: ({ amount }) => `Se te han concedido ${amount}`,
    lead: ({ amount, paper }) =>
      `Dos moderadores han concedido a tu informe sobre «${paper}» ${amount} de su recompensa. Elige cómo cobrar o recházala.`,
  },
  paid: {
    subject: ({ amount }) => `Se te han pagado ${amount}`,
    lead: ({ amount, paper }) =>
      `Tus ${amount} por el informe sobre «${paper}» se han pagado como elegiste. Los bancos tardan unos días en mostrarlo.`,
  },
  'came-back': {
    subject: ({ amount }) => `Pago de ${amount} devuelto`,
    lead: ({ amount, paper }) =>
      `El pago de ${amount} por tu informe sobre «${paper}» ha sido devuelto. La recompensa sigue siendo tuya. Comprueba tu método de cobro.`,
  },
  'bank-refused': {
    subject: () => 'Tu banco ha rechazado un pago de Stripe',
    lead: ({ amount, paper }) =>
      `Tu banco ha rechazado el pago de ${amount} por tu informe sobre «${paper}». El dinero está a salvo en Stripe. Corrige allí tu cuenta bancaria.`,
  },
  withdrawn: {
    subject: ({ amount }) => `Tu recompensa de ${amount} ha sido retirada`,
    lead: ({ amount, paper, why }) =>
      `Dos moderadores han retirado tus ${amount} por el informe sobre «${paper}» antes de pagarlos: «${why}» Vuelven a estar en la recompensa.`,
  },
  page: 'Estado y método de cobro:',
  open: 'Abrir tus recompensas',
  login: 'Quizá tengas que iniciar sesión antes.',
  because: 'Recibes este correo porque enviaste un informe de reproducción a Corroborate.',
  sandbox: 'Enviado desde un entorno de pruebas: no se ha movido dinero.',
}

export const payoutWords: Readonly<Record<Locale, PayoutWords>> = { en: english, de: german, es: spanish }
