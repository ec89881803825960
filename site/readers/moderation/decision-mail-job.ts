import { runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import { enqueueJob, type Handlers, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import { mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { deliverMail } from '../../kit/mail/index.ts'
import type { TitleOf } from '../../paper/papers/index.ts'
import { decisionMail } from './decision-mail.ts'
import type { ModeratedKinds } from './moderated.ts'
import type { ModeratedKind } from './rules.ts'
import type { ModerationTables } from './store.ts'

/** A decision that made an entry this version. */
type Decided = { kind: ModeratedKind; id: string; version: number }

export type ModerationJobs = {
  /** Notifies an entry's author of a decision. */
  'moderation.mail': Decided
}

/** Delay before the author is notified in ms, so that moderators can undo. */
export const toldAfter = 2 * 60_000

/** Schedules an author's notification if the caller's transaction commits and the decision is not undone. */
export const planDecisionMail = <T extends OutboxTables>(
  tx: Transaction<T>,
  payload: Decided,
  now: number,
): Promise<void> =>
  enqueueJob(tx, { kind: 'moderation.mail' satisfies keyof ModerationJobs, payload, delay: toldAfter }, now)

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
    await noteTold(db, { kind, id, status: item.status })
  },
})

const readItem = (db: Kysely<ModerationTables>, { kind, id }: Pick<Decided, 'kind' | 'id'>) =>
  db.selectFrom('moderation_items').selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst()

const ownAddress = async (db: Kysely<SignInTables>, writer: string | null): Promise<string | null> =>
  writer === null ? null : ((await mailAddresses(db, [writer])).get(writer) ?? null)

const noteTold = (
  db: Kysely<ModerationTables>,
  { kind, id, status }: Pick<Decided, 'kind' | 'id'> & { status: ModerationTables['moderation_items']['status'] },
): Promise<void> =>
  runTransaction(db, async tx => {
    const item = tx.updateTable('moderation_items').set({ told: status }).where('kind', '=', kind).where('id', '=', id)
    await item.execute()
  })
