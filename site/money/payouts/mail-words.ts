import type { Locale } from '../../kit/locales/index.ts'
import type { PayoutTopic } from './plan.ts'

/** What is filled in, written out in the language already. */
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
    subject: ({ amount }) => `You are awarded ${amount}`,
    lead: ({ amount, paper }) =>
      `Two moderators agree: your report on “${paper}” is awarded ${amount} of its bounty. Say how you want to be paid, or leave it to another reproduction.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} have been paid to you`,
    lead: ({ amount, paper }) =>
      `Your award of ${amount} for your report on “${paper}” has been paid the way you chose. Banks take a few days to show it.`,
  },
  'came-back': {
    subject: ({ amount }) => `Your award of ${amount} came back`,
    lead: ({ amount, paper }) =>
      `Your award of ${amount} for your report on “${paper}” was sent and came back. It is still yours: look whether how you want to be paid is right.`,
  },
  'bank-refused': {
    subject: () => 'Your bank did not take what Stripe sent it',
    lead: ({ amount, paper }) =>
      `Stripe has your award of ${amount} for your report on “${paper}”, but your bank did not take it. Mend your bank account at Stripe: nothing is lost.`,
  },
  withdrawn: {
    subject: ({ amount }) => `${amount} went back into the bounty`,
    lead: ({ amount, paper, why }) =>
      `Two moderators have taken back your award of ${amount} for your report on “${paper}”, before it was paid: “${why}” It is in the bounty again.`,
  },
  page: 'Where your award stands, and how you are paid:',
  open: 'Open your awards',
  login: 'You may be asked to log in first.',
  because: 'You are sent this because of a reproduction report that you sent to Corroborate.',
  sandbox: 'This came from a sandbox: no money has moved.',
}

const german: PayoutWords = {
  awarded: {
    subject: ({ amount }) => `Ihnen sind ${amount} zugesprochen`,
    lead: ({ amount, paper }) =>
      `Zwei Moderatoren sind sich einig: Ihr Bericht zu „${paper}“ bekommt ${amount} des Preisgelds. Sagen Sie, wie Sie bezahlt werden möchten, oder überlassen Sie es einer anderen Reproduktion.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} wurden an Sie ausgezahlt`,
    lead: ({ amount, paper }) =>
      `Ihre ${amount} für den Bericht zu „${paper}“ wurden ausgezahlt, wie Sie es gewählt haben. Bis das bei Ihrer Bank steht, dauert es ein paar Tage.`,
  },
  'came-back': {
    subject: ({ amount }) => `Ihre ${amount} kamen zurück`,
    lead: ({ amount, paper }) =>
      `Ihre ${amount} für den Bericht zu „${paper}“ wurden geschickt und kamen zurück. Sie gehören weiter Ihnen: sehen Sie nach, ob Ihre Angaben zur Auszahlung stimmen.`,
  },
  'bank-refused': {
    subject: () => 'Ihre Bank hat nicht angenommen, was Stripe ihr schickte',
    lead: ({ amount, paper }) =>
      `Ihre ${amount} für den Bericht zu „${paper}“ liegen bei Stripe, aber Ihre Bank hat sie nicht angenommen. Berichtigen Sie Ihr Bankkonto bei Stripe: nichts ist verloren.`,
  },
  withdrawn: {
    subject: ({ amount }) => `${amount} liegen wieder im Preisgeld`,
    lead: ({ amount, paper, why }) =>
      `Zwei Moderatoren haben Ihre ${amount} für den Bericht zu „${paper}“ zurückgenommen, bevor sie ausgezahlt waren: „${why}“ Sie liegen wieder im Preisgeld.`,
  },
  page: 'Wie es darum steht, und wie Sie bezahlt werden:',
  open: 'Zu Ihren Preisgeldern',
  login: 'Vielleicht müssen Sie sich dafür erst anmelden.',
  because: 'Sie bekommen diese Mail wegen eines Berichts über eine Reproduktion, den Sie Corroborate geschickt haben.',
  sandbox: 'Dies kam aus einer Testumgebung: es ist kein Geld geflossen.',
}

const spanish: PayoutWords = {
  awarded: {
    subject: ({ amount }) => `Se te han concedido ${amount}`,
    lead: ({ amount, paper }) =>
      `Dos moderadores están de acuerdo: tu informe sobre «${paper}» recibe ${amount} de su recompensa. Di cómo quieres cobrar, o déjalo para otra reproducción.`,
  },
  paid: {
    subject: ({ amount }) => `Se te han pagado ${amount}`,
    lead: ({ amount, paper }) =>
      `Tus ${amount} por el informe sobre «${paper}» se han pagado como elegiste. Los bancos tardan unos días en mostrarlo.`,
  },
  'came-back': {
    subject: ({ amount }) => `Tus ${amount} han vuelto`,
    lead: ({ amount, paper }) =>
      `Tus ${amount} por el informe sobre «${paper}» se enviaron y han vuelto. Siguen siendo tuyos: mira si es correcto cómo quieres cobrar.`,
  },
  'bank-refused': {
    subject: () => 'Tu banco no ha aceptado lo que le envió Stripe',
    lead: ({ amount, paper }) =>
      `Stripe tiene tus ${amount} por el informe sobre «${paper}», pero tu banco no los ha aceptado. Corrige tu cuenta bancaria en Stripe: no se ha perdido nada.`,
  },
  withdrawn: {
    subject: ({ amount }) => `${amount} han vuelto a la recompensa`,
    lead: ({ amount, paper, why }) =>
      `Dos moderadores han retirado tus ${amount} por el informe sobre «${paper}» antes de pagarlos: «${why}» Vuelven a estar en la recompensa.`,
  },
  page: 'Cómo está tu recompensa, y cómo cobras:',
  open: 'Abrir tus recompensas',
  login: 'Puede que antes tengas que iniciar sesión.',
  because: 'Recibes este correo por un informe de una reproducción que enviaste a Corroborate.',
  sandbox: 'Esto viene de un entorno de pruebas: no se ha movido dinero.',
}

/** What mails to reporters say in each language that mails are written in. */
export const payoutWords: Readonly<Record<Locale, PayoutWords>> = { en: english, de: german, es: spanish }
