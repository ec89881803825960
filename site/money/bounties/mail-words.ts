import type { Locale } from '@corroborate/wire/locales'
import type { BountyTopic } from './plan.ts'

/** Localized placeholders. `paper` includes its quotation marks. */
type Given = { amount: string; paper: string; day: string }
type Said = { subject: (given: Given) => string; lead: (given: Given) => string }

export type BountyWords = Readonly<Record<BountyTopic, Said>> & {
  quoted: (title: string) => string
  pool: string
  soon: string
  rule: string
  page: string
  books: string
  becauseGave: string
  becauseClaimed: string
  sandbox: string
}

const english: BountyWords = {
  held: {
    subject: () => 'A paper you contributed to has been claimed',
    lead: ({ paper, amount, day }) =>
      `A reader has claimed the reproduction of ${paper}. Its bounty of ${amount} is reserved until ${day} at the latest.`,
  },
  'open-again': {
    subject: () => 'A bounty you contributed to is open again',
    lead: ({ paper, amount }) => `The claim on ${paper} has ended. Its bounty of ${amount} is open to everyone again.`,
  },
  awarded: {
    subject: ({ amount }) => `${amount} awarded from a bounty you contributed to`,
    lead: ({ paper, amount }) =>
      `Two moderators have awarded ${amount} of the bounty for ${paper} to reproduction reports. You can read them on its page.`,
  },
  'award-back': {
    subject: ({ amount }) => `${amount} returned to a bounty you contributed to`,
    lead: ({ paper, amount }) =>
      `${amount} awarded for ${paper} was not paid and is available again for another reproduction.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} paid from a bounty you contributed to`,
    lead: ({ paper, amount }) => `${amount} of the bounty for ${paper} has been paid for its reproduction. Thank you.`,
  },
  'came-back': {
    subject: ({ amount }) => `A payout of ${amount} from a bounty you contributed to was returned`,
    lead: ({ paper, amount }) =>
      `A payout of ${amount} from the bounty for ${paper} was returned by the bank. The award still stands and will be paid again.`,
  },
  expiring: {
    subject: ({ amount, day }) => `${amount} will be refunded on ${day}`,
    lead: ({ paper, amount, day }) =>
      `Your ${amount} for ${paper} has not been awarded yet. Unless it is awarded before then, it will be refunded to your payment method on ${day}, or some days later if the paper has been claimed by then. You don’t need to do anything.`,
  },
  'to-pool': {
    subject: ({ amount }) => `${amount} could not be refunded`,
    lead: ({ paper, amount }) =>
      `Your bank rejected the refund of ${amount} of your contribution for ${paper}. As described in our rules, the money is now in the pool for other reproductions.`,
  },
  'held-for-you': {
    subject: ({ amount }) => `A bounty of ${amount} is reserved for you`,
    lead: ({ paper, amount, day }) =>
      `You claimed ${paper}. Its bounty of ${amount} is reserved for you until ${day}. Submit your report by then, whatever the result.`,
  },
  'awarded-elsewhere': {
    subject: ({ amount }) => `${amount} awarded for a paper you claimed`,
    lead: ({ paper, amount }) =>
      `Two moderators have awarded ${amount} of the bounty for ${paper} to other reports. Your claim is not affected.`,
  },
  'offered-again': {
    subject: ({ amount }) => `${amount} offered again for a paper you claimed`,
    lead: ({ paper, amount }) =>
      `${amount} awarded to another report on ${paper} was not paid and is in its bounty again. Your claim is not affected.`,
  },
  gone: {
    subject: () => 'The bounty for a paper you claimed has been refunded',
    lead: ({ paper }) => `The bounty for ${paper} has been refunded to its contributors. Your claim is not affected.`,
  },
  quoted: title => `“${title}”`,
  pool: 'the pool',
  soon: 'the day it ends',
  rule: 'Bounties reward sound reproductions, whatever the result. Two moderators approve each award; unused money is refunded.',
  page: 'Paper:',
  books: 'Ledger:',
  becauseGave: 'You receive this email because you contributed on Corroborate with this address.',
  becauseClaimed: 'You receive this email because you gave this address when you claimed the paper on Corroborate.',
  sandbox: 'Sent by a sandbox: no money has moved.',
}

const german: BountyWords = {
  held: {
    subject: () => 'Reproduktion eines Artikels angekündigt, für den Sie beigetragen haben',
    lead: ({ paper, amount, day }) =>
      `Eine Reproduktion von ${paper} wurde angekündigt. Das Preisgeld von ${amount} ist dafür bis höchstens ${day} reserviert.`,
  },
  'open-again': {
    subject: () => 'Ein Preisgeld, zu dem Sie beigetragen haben, ist wieder offen',
    lead: ({ paper, amount }) =>
      `Die Ankündigung zu ${paper} ist beendet. Das Preisgeld von ${amount} steht wieder allen offen.`,
  },
  awarded: {
    subject: ({ amount }) => `${amount} eines Preisgelds vergeben, zu dem Sie beigetragen haben`,
    lead: ({ paper, amount }) =>
      `Zwei Moderatoren haben ${amount} des Preisgelds für ${paper} an Reproduktionsberichte vergeben. Sie finden sie auf der Seite des Artikels.`,
  },
  'award-back': {
    subject: ({ amount }) => `${amount} sind wieder in einem Preisgeld, zu dem Sie beigetragen haben`,
    lead: ({ paper, amount }) =>
      `${amount} für ${paper} wurden nicht ausgezahlt und stehen wieder für eine andere Reproduktion bereit.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} eines Preisgelds ausgezahlt, zu dem Sie beigetragen haben`,
    lead: ({ paper, amount }) =>
      `${amount} des Preisgelds für ${paper} wurden für dessen Reproduktion ausgezahlt. Vielen Dank.`,
  },
  'came-back': {
    subject: ({ amount }) => `Auszahlung von ${amount} zurückgegangen: Preisgeld, zu dem Sie beigetragen haben`,
    lead: ({ paper, amount }) =>
      `Eine Auszahlung von ${amount} aus dem Preisgeld für ${paper} ging zurück. Das Preisgeld bleibt vergeben und wird erneut ausgezahlt.`,
  },
  expiring: {
    subject: ({ amount, day }) => `${amount} werden am ${day} erstattet`,
    lead: ({ paper, amount, day }) =>
      `Ihre ${amount} für ${paper} wurden noch nicht vergeben. Bleibt das so, werden sie am ${day} auf Ihr Zahlungsmittel erstattet, oder einige Tage später, falls dann eine Reproduktion angekündigt ist. Sie müssen nichts tun.`,
  },
  'to-pool': {
    subject: ({ amount }) => `${amount} konnten nicht erstattet werden`,
    lead: ({ paper, amount }) =>
      `Ihre Bank hat die Erstattung von ${amount} Ihres Beitrags für ${paper} abgelehnt. Nach unseren Regeln ist das Geld jetzt im gemeinsamen Topf für andere Reproduktionen.`,
  },
  'held-for-you': {
    subject: ({ amount }) => `Ein Preisgeld von ${amount} ist für Sie reserviert`,
    lead: ({ paper, amount, day }) =>
      `Sie haben angekündigt, ${paper} zu reproduzieren. Das Preisgeld von ${amount} ist bis zum ${day} für Sie reserviert. Reichen Sie bis dahin Ihren Bericht ein, unabhängig vom Ergebnis.`,
  },
  'awarded-elsewhere': {
    subject: ({ amount }) => `${amount} für einen von Ihnen angekündigten Artikel vergeben`,
    lead: ({ paper, amount }) =>
      `Zwei Moderatoren haben ${amount} des Preisgelds für ${paper} an andere Berichte vergeben. Ihre Ankündigung gilt weiter.`,
  },
  'offered-again': {
    subject: ({ amount }) => `${amount} wieder verfügbar für einen von Ihnen angekündigten Artikel`,
    lead: ({ paper, amount }) =>
      `${amount} für einen anderen Bericht zu ${paper} wurden nicht ausgezahlt und sind wieder im Preisgeld. Ihre Ankündigung gilt weiter.`,
  },
  gone: {
    subject: () => 'Das Preisgeld eines von Ihnen angekündigten Artikels wurde erstattet',
    lead: ({ paper }) => `Das Preisgeld für ${paper} wurde den Beitragenden erstattet. Ihre Ankündigung gilt weiter.`,
  },
  quoted: title => `„${title}“`,
  pool: 'den gemeinsamen Topf',
  soon: 'Tag, an dem das endet',
  rule: 'Preisgelder belohnen gute Reproduktionen, unabhängig vom Ergebnis. Zwei Moderatoren bestätigen jede Vergabe; nicht verwendetes Geld wird erstattet.',
  page: 'Artikel:',
  books: 'Kassenbuch:',
  becauseGave: 'Sie erhalten diese E-Mail, weil Sie mit dieser Adresse bei Corroborate beigetragen haben.',
  becauseClaimed: 'Sie erhalten diese E-Mail, weil Sie diese Adresse bei Ihrer Ankündigung angegeben haben.',
  sandbox: 'Aus einer Testumgebung gesendet: Es ist kein Geld geflossen.',
}

const spanish: BountyWords = {
  held: {
    subject: () => 'Se ha anunciado la reproducción de un artículo al que aportaste',
    lead: ({ paper, amount, day }) =>
      `Se ha anunciado una reproducción de ${paper}. La recompensa de ${amount} queda reservada hasta el ${day} como máximo.`,
  },
  'open-again': {
    subject: () => 'Una recompensa a la que aportaste vuelve a estar abierta',
    lead: ({ paper, amount }) =>
      `El compromiso sobre ${paper} ha terminado. La recompensa de ${amount} vuelve a estar abierta a todos.`,
  },
  awarded: {
    subject: ({ amount }) => `Se han concedido ${amount} de una recompensa a la que aportaste`,
    lead: ({ paper, amount }) =>
      `Dos moderadores han concedido ${amount} de la recompensa de ${paper} a informes de reproducción. Puedes leerlos en su página.`,
  },
  'award-back': {
    subject: ({ amount }) => `${amount} vuelven a estar en una recompensa a la que aportaste`,
    lead: ({ paper, amount }) =>
      `${amount} concedidos por ${paper} no se han pagado y vuelven a estar disponibles para otra reproducción.`,
  },
  paid: {
    subject: ({ amount }) => `Se han pagado ${amount} de una recompensa a la que aportaste`,
    lead: ({ paper, amount }) => `Se han pagado ${amount} de la recompensa de ${paper} por su reproducción. Gracias.`,
  },
  'came-back': {
    subject: ({ amount }) => `Pago de ${amount} devuelto de una recompensa a la que aportaste`,
    lead: ({ paper, amount }) =>
      `El banco ha devuelto un pago de ${amount} de la recompensa de ${paper}. La concesión sigue en pie y se pagará de nuevo.`,
  },
  expiring: {
    subject: ({ amount, day }) => `Se te devolverán ${amount} el ${day}`,
    lead: ({ paper, amount, day }) =>
      `Tus ${amount} para ${paper} aún no se han concedido. Si sigue así, se devolverán a tu medio de pago el ${day}, o unos días después si entonces hay un compromiso activo. No tienes que hacer nada.`,
  },
  'to-pool': {
    subject: ({ amount }) => `No se han podido devolver ${amount}`,
    lead: ({ paper, amount }) =>
      `Tu banco ha rechazado la devolución de ${amount} de tu aportación para ${paper}. Según nuestras reglas, el dinero está ahora en el fondo común para otras reproducciones.`,
  },
  'held-for-you': {
    subject: ({ amount }) => `Tienes reservada una recompensa de ${amount}`,
    lead: ({ paper, amount, day }) =>
      `Te comprometiste con ${paper}. La recompensa de ${amount} está reservada para ti hasta el ${day}. Envía tu informe antes de esa fecha, sea cual sea el resultado.`,
  },
  'awarded-elsewhere': {
    subject: ({ amount }) => `Se han concedido ${amount} por un artículo con tu compromiso`,
    lead: ({ paper, amount }) =>
      `Dos moderadores han concedido ${amount} de la recompensa de ${paper} a otros informes. Tu compromiso sigue en pie.`,
  },
  'offered-again': {
    subject: ({ amount }) => `Se vuelven a ofrecer ${amount} por un artículo con tu compromiso`,
    lead: ({ paper, amount }) =>
      `${amount} concedidos a otro informe sobre ${paper} no se han pagado y vuelven a su recompensa. Tu compromiso sigue en pie.`,
  },
  gone: {
    subject: () => 'Se ha devuelto la recompensa de un artículo con tu compromiso',
    lead: ({ paper }) => `La recompensa de ${paper} se ha devuelto a quienes aportaron. Tu compromiso sigue en pie.`,
  },
  quoted: title => `«${title}»`,
  pool: 'el fondo común',
  soon: 'día en que termine',
  rule: 'Las recompensas premian buenas reproducciones, sea cual sea el resultado. Dos moderadores aprueban cada concesión; el dinero sin usar se devuelve.',
  page: 'Artículo:',
  books: 'Libro de cuentas:',
  becauseGave: 'Recibes este correo porque aportaste en Corroborate con esta dirección.',
  becauseClaimed: 'Recibes este correo porque diste esta dirección con tu compromiso en Corroborate.',
  sandbox: 'Enviado desde un entorno de pruebas: no se ha movido dinero.',
}

export const bountyWords: Readonly<Record<Locale, BountyWords>> = { en: english, de: german, es: spanish }
