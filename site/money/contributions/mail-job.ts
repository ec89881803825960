import type { Mailer } from '@corroborate/server-kit/mail'
import { enqueueJob, type Handlers, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { type Amount, formatAmount } from '../../kit/amounts/format.ts'
import { paths } from '../../kit/doi/index.ts'
import { type ComposedMail, composeMail, deliverMail, intlTag } from '../../kit/mail/compose-mail.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import { doiOfFund } from '../ledger/accounts.ts'
import { type ContributionTables, findContribution } from './store.ts'
import type { MailOf, MailTopic } from './take-events.ts'

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

/** Content of a contribution mail. `paper` is its title; null for the pool. `books` is the URL of the fund's ledger. */
export type ContributionMail = {
  locale: Locale
  about: MailTopic
  money: Amount
  paper: string | null
  books: string
  isSandbox: boolean
}

/** Composes a contribution mail in the contributor's language, as text and HTML. */
const contributionMail = ({ locale, about, money, paper, books, isSandbox }: ContributionMail): ComposedMail => {
  const words = mailWords[locale]
  const amount = formatAmount(money, intlTag(locale))
  return composeMail({
    locale,
    subject: words[about].subject(amount),
    parts: [
      { kind: 'words', words: words[about].lead(amount, paper === null ? words.pool : words.bounty(paper)) },
      ...(isSandbox ? [{ kind: 'note', words: words.sandbox } as const] : []),
      { kind: 'words', words: words.rule },
      { kind: 'link', words: words.books, href: books },
    ],
    because: words.because,
  })
}

export type ContributionJobs = { 'contributions.mail': MailOf }

/** Schedules a mail about a contribution if the caller's transaction commits. */
export const planMail = (tx: Transaction<OutboxTables>, payload: MailOf, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'contributions.mail' satisfies keyof ContributionJobs, payload }, now)

type MailJobOptions = {
  db: Kysely<ContributionTables>
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  isSandbox: boolean
}

/** Sends contributors mails about their payments, unless they gave no address or removed it. */
export const createMailJob = ({
  db,
  mailer,
  titleOf,
  origin,
  isSandbox,
}: MailJobOptions): Required<Handlers<ContributionJobs>> => ({
  'contributions.mail': async ({ contribution: id, about, amount }, { id: job, signal }) => {
    const contribution = await findContribution(db, id)
    if (contribution?.email == null) return
    const { fund, currency, paid_currency, locale, email: to } = contribution
    const doi = doiOfFund(fund)
    const mail = contributionMail({
      locale,
      about,
      money: { amount, currency: paid_currency ?? currency },
      paper: doi === null ? null : ((await titleOf(doi)) ?? doi),
      books: `${origin}${doi === null ? paths.books({ pool: true }) : paths.books({ doi })}`,
      isSandbox,
    })
    await deliverMail(mailer, { id: `contribution-${job}`, to, ...mail }, signal)
  },
})
