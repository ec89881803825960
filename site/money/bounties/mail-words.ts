import type { Locale } from '../../kit/locales/index.ts'
import type { BountyTopic } from './plan.ts'

/** What is filled in, written out in the language already. `paper` is in its quotation marks. */
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
    subject: () => 'Somebody is at work on a paper that you gave to',
    lead: ({ paper, amount, day }) =>
      `Somebody says that they will reproduce ${paper}. Its bounty of ${amount} waits for them until ${day} at the longest.`,
  },
  'open-again': {
    subject: () => 'A bounty that you gave to is open again',
    lead: ({ paper, amount }) =>
      `Nobody is working on ${paper} right now. Its bounty of ${amount} is open to everybody again.`,
  },
  awarded: {
    subject: ({ amount }) => `${amount} awarded from a bounty that you gave to`,
    lead: ({ paper, amount }) =>
      `Two moderators agree: ${amount} of the bounty of ${paper} go to reports of reproductions, which you can read on its page.`,
  },
  'award-back': {
    subject: ({ amount }) => `${amount} are back in a bounty that you gave to`,
    lead: ({ paper, amount }) =>
      `${amount} that had been awarded for ${paper} were not paid: they are in its bounty again, for another reproduction.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} of a bounty that you gave to are paid`,
    lead: ({ paper, amount }) => `${amount} of the bounty of ${paper} have been paid to who reproduced it. Thank you.`,
  },
  'came-back': {
    subject: ({ amount }) => `${amount} of a bounty that you gave to came back`,
    lead: ({ paper, amount }) =>
      `${amount} of the bounty of ${paper} were sent to who reproduced it and came back. They are theirs still, and will be paid again.`,
  },
  expiring: {
    subject: ({ amount, day }) => `${amount} go back to you on ${day}`,
    lead: ({ paper, amount, day }) =>
      `Nobody has been awarded your ${amount} for ${paper} yet. If that stays so, they go back the way you paid on ${day}, or some days later if somebody is at work on the paper by then. You need do nothing.`,
  },
  'to-pool': {
    subject: ({ amount }) => `${amount} could not go back to you`,
    lead: ({ paper, amount }) =>
      `${amount} of your contribution for ${paper} were to go back to you, but your bank does not take them any more. As the rule says, they are in the pool now, for another reproduction.`,
  },
  'held-for-you': {
    subject: ({ amount }) => `A bounty of ${amount} waits for you`,
    lead: ({ paper, amount, day }) =>
      `You claimed ${paper}. Its bounty of ${amount} is held for you until ${day}: report what came out by then, whatever it is.`,
  },
  'awarded-elsewhere': {
    subject: ({ amount }) => `${amount} awarded for a paper that you claimed`,
    lead: ({ paper, amount }) =>
      `Two moderators have awarded ${amount} of the bounty of ${paper} to reports by somebody else. Your claim stands as it did.`,
  },
  'offered-again': {
    subject: ({ amount }) => `${amount} are offered again for a paper that you claimed`,
    lead: ({ paper, amount }) =>
      `${amount} that had been awarded for ${paper} to somebody else were not paid: they are in its bounty again. Your claim stands as it did.`,
  },
  gone: {
    subject: () => 'The bounty of a paper that you claimed is gone',
    lead: ({ paper }) =>
      `What was offered for a reproduction of ${paper} has gone back to who gave it. Your claim stands as it did.`,
  },
  quoted: title => `“${title}”`,
  pool: 'the pool',
  soon: 'the day it ends',
  rule: 'Money goes to good reproduction work whatever its verdict, decided by two moderators, or back.',
  page: 'Where it stands:',
  books: 'Where all of it is:',
  becauseGave: 'You are sent this because you contributed at Corroborate with this address.',
  becauseClaimed: 'You are sent this because you gave this address when you claimed the paper at Corroborate.',
  sandbox: 'This came from a sandbox: no money has moved.',
}

const german: BountyWords = {
  held: {
    subject: () => 'Jemand arbeitet an einem Artikel, für den Sie gegeben haben',
    lead: ({ paper, amount, day }) =>
      `Jemand hat angekündigt, ${paper} zu reproduzieren. Das Preisgeld von ${amount} wartet so lange, höchstens bis zum ${day}.`,
  },
  'open-again': {
    subject: () => 'Ein Preisgeld, zu dem Sie gegeben haben, ist wieder offen',
    lead: ({ paper, amount }) =>
      `An ${paper} arbeitet gerade niemand. Das Preisgeld von ${amount} steht wieder allen offen.`,
  },
  awarded: {
    subject: ({ amount }) => `${amount} eines Preisgelds, zu dem Sie gegeben haben, sind zugesprochen`,
    lead: ({ paper, amount }) =>
      `Zwei Moderatoren sind sich einig: ${amount} des Preisgelds für ${paper} gehen an Berichte über Reproduktionen; Sie können sie auf der Seite des Artikels lesen.`,
  },
  'award-back': {
    subject: ({ amount }) => `${amount} liegen wieder in einem Preisgeld, zu dem Sie gegeben haben`,
    lead: ({ paper, amount }) =>
      `${amount}, die für ${paper} zugesprochen waren, wurden nicht ausgezahlt: sie liegen wieder im Preisgeld, für eine andere Reproduktion.`,
  },
  paid: {
    subject: ({ amount }) => `${amount} eines Preisgelds, zu dem Sie gegeben haben, sind ausgezahlt`,
    lead: ({ paper, amount }) =>
      `${amount} des Preisgelds für ${paper} sind ausgezahlt: an die, die den Artikel reproduziert haben. Danke.`,
  },
  'came-back': {
    subject: ({ amount }) => `${amount} eines Preisgelds, zu dem Sie gegeben haben, kamen zurück`,
    lead: ({ paper, amount }) =>
      `${amount} des Preisgelds für ${paper} wurden ausgezahlt und kamen zurück. Sie gehören weiter denen, die den Artikel reproduziert haben, und werden erneut ausgezahlt.`,
  },
  expiring: {
    subject: ({ amount, day }) => `${amount} gehen am ${day} an Sie zurück`,
    lead: ({ paper, amount, day }) =>
      `Ihre ${amount} für ${paper} sind noch niemandem zugesprochen. Bleibt das so, gehen sie am ${day} auf demselben Weg zurück, oder etwas später, falls dann jemand an dem Artikel arbeitet. Sie müssen nichts tun.`,
  },
  'to-pool': {
    subject: ({ amount }) => `${amount} konnten nicht an Sie zurückgehen`,
    lead: ({ paper, amount }) =>
      `${amount} Ihres Beitrags für ${paper} sollten an Sie zurückgehen, aber Ihre Bank nimmt sie nicht mehr an. Wie die Regel es sagt, liegen sie jetzt im gemeinsamen Topf, für eine andere Reproduktion.`,
  },
  'held-for-you': {
    subject: ({ amount }) => `Ein Preisgeld von ${amount} wartet auf Sie`,
    lead: ({ paper, amount, day }) =>
      `Sie haben angekündigt, ${paper} zu reproduzieren. Das Preisgeld von ${amount} ist bis zum ${day} für Sie reserviert: berichten Sie bis dahin, was herauskam, was immer es ist.`,
  },
  'awarded-elsewhere': {
    subject: ({ amount }) => `${amount} zugesprochen für einen Artikel Ihrer Ankündigung`,
    lead: ({ paper, amount }) =>
      `Zwei Moderatoren haben ${amount} des Preisgelds für ${paper} Berichten von jemand anderem zugesprochen. Ihre Ankündigung gilt weiter.`,
  },
  'offered-again': {
    subject: ({ amount }) => `${amount} sind wieder geboten für einen Artikel Ihrer Ankündigung`,
    lead: ({ paper, amount }) =>
      `${amount}, die für ${paper} jemand anderem zugesprochen waren, wurden nicht ausgezahlt: sie liegen wieder im Preisgeld. Ihre Ankündigung gilt weiter.`,
  },
  gone: {
    subject: () => 'Das Preisgeld eines Artikels Ihrer Ankündigung gibt es nicht mehr',
    lead: ({ paper }) =>
      `Was für eine Reproduktion von ${paper} geboten war, ist an die zurückgegangen, die es gaben. Ihre Ankündigung gilt weiter.`,
  },
  quoted: title => `„${title}“`,
  pool: 'den gemeinsamen Topf',
  soon: 'Tag, an dem das endet',
  rule: 'Das Geld geht an gute Reproduktionsarbeit, wie immer sie ausgeht; zwei Moderatoren entscheiden. Sonst geht es zurück.',
  page: 'Wie es darum steht:',
  books: 'Wo alles davon ist:',
  becauseGave: 'Sie bekommen diese Mail, weil Sie mit dieser Adresse bei Corroborate etwas beigetragen haben.',
  becauseClaimed: 'Sie bekommen diese Mail, weil Sie diese Adresse bei Ihrer Ankündigung angegeben haben.',
  sandbox: 'Dies kam aus einer Testumgebung: es ist kein Geld geflossen.',
}

const spanish: BountyWords = {
  held: {
    subject: () => 'Alguien trabaja en un artículo para el que aportaste',
    lead: ({ paper, amount, day }) =>
      `Alguien dice que va a reproducir ${paper}. La recompensa de ${amount} le espera, como máximo hasta el ${day}.`,
  },
  'open-again': {
    subject: () => 'Una recompensa a la que aportaste vuelve a estar abierta',
    lead: ({ paper, amount }) =>
      `Ahora mismo nadie trabaja en ${paper}. La recompensa de ${amount} vuelve a estar abierta a todos.`,
  },
  awarded: {
    subject: ({ amount }) => `Se han concedido ${amount} de una recompensa a la que aportaste`,
    lead: ({ paper, amount }) =>
      `Dos moderadores están de acuerdo: ${amount} de la recompensa de ${paper} van a informes de reproducciones, que puedes leer en su página.`,
  },
  'award-back': {
    subject: ({ amount }) => `${amount} vuelven a estar en una recompensa a la que aportaste`,
    lead: ({ paper, amount }) =>
      `${amount} que se habían concedido por ${paper} no se han pagado: vuelven a estar en su recompensa, para otra reproducción.`,
  },
  paid: {
    subject: ({ amount }) => `Se han pagado ${amount} de una recompensa a la que aportaste`,
    lead: ({ paper, amount }) => `Se han pagado ${amount} de la recompensa de ${paper} a quien lo reprodujo. Gracias.`,
  },
  'came-back': {
    subject: ({ amount }) => `${amount} de una recompensa a la que aportaste han vuelto`,
    lead: ({ paper, amount }) =>
      `${amount} de la recompensa de ${paper} se pagaron a quien lo reprodujo y han vuelto. Siguen siendo suyos y se pagarán de nuevo.`,
  },
  expiring: {
    subject: ({ amount, day }) => `${amount} vuelven a ti el ${day}`,
    lead: ({ paper, amount, day }) =>
      `Tus ${amount} para ${paper} aún no se han concedido a nadie. Si sigue así, vuelven por donde pagaste el ${day}, o unos días después si entonces alguien trabaja en el artículo. No tienes que hacer nada.`,
  },
  'to-pool': {
    subject: ({ amount }) => `No se han podido devolver ${amount}`,
    lead: ({ paper, amount }) =>
      `${amount} de tu aportación para ${paper} iban a volver a ti, pero tu banco ya no los acepta. Como dice la regla, ahora están en el fondo común, para otra reproducción.`,
  },
  'held-for-you': {
    subject: ({ amount }) => `Una recompensa de ${amount} te espera`,
    lead: ({ paper, amount, day }) =>
      `Te comprometiste con ${paper}. La recompensa de ${amount} está reservada para ti hasta el ${day}: cuenta para entonces qué resultó, sea lo que sea.`,
  },
  'awarded-elsewhere': {
    subject: ({ amount }) => `Se han concedido ${amount} por un artículo con tu compromiso`,
    lead: ({ paper, amount }) =>
      `Dos moderadores han concedido ${amount} de la recompensa de ${paper} a informes de otra persona. Tu compromiso sigue en pie.`,
  },
  'offered-again': {
    subject: ({ amount }) => `Se vuelven a ofrecer ${amount} por un artículo con tu compromiso`,
    lead: ({ paper, amount }) =>
      `${amount} que se habían concedido a otra persona por ${paper} no se han pagado: vuelven a estar en su recompensa. Tu compromiso sigue en pie.`,
  },
  gone: {
    subject: () => 'La recompensa de un artículo con tu compromiso ya no está',
    lead: ({ paper }) =>
      `Lo que se ofrecía por una reproducción de ${paper} ha vuelto a quien lo dio. Tu compromiso sigue en pie.`,
  },
  quoted: title => `«${title}»`,
  pool: 'el fondo común',
  soon: 'día en que termine',
  rule: 'El dinero va a un buen trabajo de reproducción, sea cual sea su veredicto, si lo deciden dos moderadores, o vuelve.',
  page: 'Cómo está:',
  books: 'Dónde está todo:',
  becauseGave: 'Recibes este correo porque aportaste en Corroborate con esta dirección.',
  becauseClaimed: 'Recibes este correo porque diste esta dirección con tu compromiso en Corroborate.',
  sandbox: 'Esto viene de un entorno de pruebas: no se ha movido dinero.',
}

/** What mails about bounties say in each language that mails are written in. */
export const bountyWords: Readonly<Record<Locale, BountyWords>> = { en: english, de: german, es: spanish }
