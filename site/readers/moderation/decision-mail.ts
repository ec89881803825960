import { runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import { enqueueJob, type Handlers, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { type ComposedMail, composeMail, deliverMail, type MailPart } from '../../kit/mail/compose-mail.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import { type DecisionSubject, type DecisionWords, decisionWords } from './mail-words.ts'
import type { ModeratedKinds } from './moderated.ts'
import type { ModeratedKind, ModerationStatus, RejectionReason } from './rules.ts'
import type { ModerationTables } from './store.ts'

/** Content of a decision mail. `paper` is its title, `contact` the operators' address. */
export type DecisionMail = {
  locale: Locale
  what: DecisionSubject
  status: ModerationStatus
  paper: string
  reason: RejectionReason | null
  message: string | null
  /** URLs of the published entry, and of the form to revise it. */
  links: Readonly<Record<'approved' | 'rejected', string>>
  contact: string | null
}

/** Composes a decision mail in the author's language: the decision, its reason and the next step. */
export const decisionMail = (mail: DecisionMail): ComposedMail => {
  const { locale, what, status, paper, reason, message, contact } = mail
  const words = decisionWords[locale]
  const said = words.said[what][status]
  const isRefused = status === 'rejected' || status === 'spam'
  return composeMail({
    locale,
    subject: said.subject(paper),
    parts: [
      { kind: 'words', words: said.lead(paper) },
      ...(isRefused && reason !== null ? [{ kind: 'note', words: words.why(words.reasons[reason]) } as const] : []),
      ...(status === 'rejected' && reason === null && message === null
        ? [{ kind: 'note', words: noReason(words, contact) } as const]
        : []),
      ...(isRefused && message !== null ? [{ kind: 'words', words: words.message(message) } as const] : []),
      ...nextOf(mail),
    ],
    because: words.because,
  })
}

/** Text of a rejection without a reason: the rule that decides, and how to ask. */
const noReason = (words: DecisionWords, contact: string | null): string =>
  contact === null ? words.noReason : `${words.noReason} ${words.askWhy(contact)}`

const nextOf = ({ locale, what, status, links, contact }: DecisionMail): MailPart[] => {
  const words = decisionWords[locale]
  if (status === 'pending') return []
  if (status === 'spam')
    return [{ kind: 'words', words: contact === null ? words.mistakeNowhere : words.mistake(contact) }]
  return [{ kind: 'link', words: words.next[what][status], href: links[status] }]
}

/** A decision that made an entry this version. */
type Decided = { kind: ModeratedKind; id: string; version: number }

export type ModerationJobs = {
  /** Notifies an entry's author of a decision. */
  'moderation.mail': Decided
}

/** Delay before the author is notified in ms, so that moderators can undo. */
export const notificationDelay = 2 * 60_000

/** Schedules an author's notification if the caller's transaction commits and the decision is not undone. */
export const planDecisionMail = <T extends OutboxTables>(
  tx: Transaction<T>,
  payload: Decided,
  now: number,
): Promise<void> =>
  enqueueJob(tx, { kind: 'moderation.mail' satisfies keyof ModerationJobs, payload, delay: notificationDelay }, now)

type Options = {
  db: Kysely<ModerationTables & SignInTables>
  kinds: ModeratedKinds
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  contact: string | null
}

/** Notifies authors of decisions. Skips undone decisions, repeated ones, and authors without an address. */
export const createDecisionMailJob = ({
  db,
  kinds,
  mailer,
  titleOf,
  origin,
  contact,
}: Options): Required<Handlers<ModerationJobs>> => ({
  'moderation.mail': async ({ kind, id, version }, { signal }) => {
    const item = await readItem(db, { kind, id })
    if (item === undefined || item.version !== version || item.status === (item.told ?? 'pending')) return
    const told = await kinds[kind]?.told?.(db, id)
    if (told == null) return
    const to = (await ownAddress(db, item.writer)) ?? told.email
    if (to === null) return
    const doi = storedDoi(item.doi)
    const mail = decisionMail({
      locale: item.locale ?? 'en',
      what: told.what,
      status: item.status,
      paper: (await titleOf(doi)) ?? doi,
      reason: item.reason,
      message: item.message,
      links: { approved: origin + told.paths.approved, rejected: origin + told.paths.rejected },
      contact,
    })
    await deliverMail(mailer, { id: `decision-${kind}-${id}-${version}`, to, ...mail }, signal)
    await recordLoginPrompt(db, { kind, id, status: item.status })
  },
})

const readItem = (db: Kysely<ModerationTables>, { kind, id }: Pick<Decided, 'kind' | 'id'>) =>
  db.selectFrom('moderation_items').selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst()

const ownAddress = async (db: Kysely<SignInTables>, writer: string | null): Promise<string | null> =>
  writer === null ? null : ((await mailAddresses(db, [writer])).get(writer) ?? null)

const recordLoginPrompt = (
  db: Kysely<ModerationTables>,
  { kind, id, status }: Pick<Decided, 'kind' | 'id'> & { status: ModerationTables['moderation_items']['status'] },
): Promise<void> =>
  runTransaction(db, async tx => {
    const item = tx.updateTable('moderation_items').set({ told: status }).where('kind', '=', kind).where('id', '=', id)
    await item.execute()
  })
