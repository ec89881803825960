import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import type { Locale } from '@corroborate/wire/locales'
import { type Kysely, sql } from 'kysely'
import { mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import { type ActivityTables, moneyOf } from '../../paper/activity/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { composeNews, type Thing } from './mail/compose.ts'
import { writeUnsubscribeToken } from './mail/unsubscribe-token.ts'
import type { WatchTables } from './tables.ts'

const minute = 60_000
const longestWait = 4 * 60 * minute

/** Retry delay of a deferred mail, in ms: a minute, doubled each time, four hours at most. */
export const waitAfter = (attempts: number): number => Math.min(minute * 2 ** Math.min(attempts - 1, 20), longestWait)

/** Maximum number of attempts: five days, like mail servers (RFC 5321, section 4.5.4.1). */
export const mostAttempts = 37

type Tables = WatchTables & ActivityTables & SignInTables

export type TellOptions = {
  db: Kysely<Tables>
  mailer: Pick<Mailer, 'send'>
  summaries: ReadSummaries
  /** Signing secrets of unsubscribe tokens. */
  secrets: readonly string[]
  origin: string
  now: () => number
}

/** Maximum number of notifications, and so of recipients, per step. */
const dueAtOnce = 100
/**
 * Concurrent mails, each on its own connection, because a distant mail server needs six round trips for each. One transaction records their
 * delivery, so that a crash repeats no more than these.
 */
const mailsAtOnce = 20
/**
 * Minimum duration of a batch, in ms: at most 250 mails a second, which leaves capacity for pages, and still notifies the 50,000 possible
 * watchers of a paper within four minutes.
 */
const lotTakes = 80
/** Sender's lease in ms, longer than all attempts of its batch. */
const held = 6 * 60_000
/** Retry delay while the mail server is unavailable, in ms. */
const later = 60_000
/** Maximum number of events per paper, and of papers, in a mail. */
const mostThings = 20
const mostPapers = 50

type Letter = { person: string; mail: string; attempts: number; things: (Thing & { doi: Doi })[] }

/**
 * Sends the next recipients their due notifications. Assigns each event to a mail before sending; a mail repeated after a crash has the
 * same Message-ID.
 * @returns `more` if others are pending, the number of mails sent, and the number that could not be sent now
 */
export const tellNext = async (
  options: TellOptions,
  signal?: AbortSignal,
): Promise<{ more: boolean; sent: number; unsent: number }> => {
  const { db, now } = options
  const batch = randomUUID()
  const { claimed, more } = await claim(db, batch, now())
  if (claimed.length === 0) return { more: false, sent: 0, unsent: 0 }
  const letters = await readLetters(db, claimed)
  const people = [...new Set(claimed.map(({ person }) => person))]
  const json = JSON.stringify(people)
  const [addresses, settings, papers] = await Promise.all([
    mailAddresses(db.$pickTables<keyof SignInTables>(), people),
    db.selectFrom('watchers').select(['person', 'locale']).where('person', 'in', listed(db, json)).execute(),
    options.summaries([...new Set(letters.flatMap(({ things }) => things.map(({ doi }) => doi)))]),
  ])
  const locales = new Map(settings.map(({ person, locale }) => [person, locale]))

  // Never sent: no address, withdrawn, or no longer watched.
  const told = new Set(letters.filter(({ person }) => addresses.has(person)).map(letterKey))
  const dropped = claimed.filter(row => !told.has(letterKey(row)))
  if (dropped.length > 0) await drop(db, dropped)

  const addressed = letters.filter(letter => told.has(letterKey(letter)))
  const waiting = [...addressed]
  let left = 0
  while (waiting.length > 0) {
    const began = performance.now()
    const lot = waiting.splice(0, mailsAtOnce)
    const sent = new Set<Letter>()
    const putOff = new Set<Letter>()
    const send = async (letter: Letter): Promise<void> => {
      const to = addresses.get(letter.person) ?? ''
      const locale = locales.get(letter.person) ?? 'en'
      const result = await sendLetter(options, letter, { to, locale, papers }, signal)
      if (result !== 'unavailable') (result === 'sent' ? sent : putOff).add(letter)
    }
    await Promise.all(lot.map(send))
    const at = now()
    await settle(db, lot, { sent, putOff }, { at, again: signal?.aborted ? 0 : at + later })
    left += sent.size
    // A single recipient does not wait.
    if (waiting.length > 0 || more) await sleep(Math.max(0, began + lotTakes - performance.now()))
  }
  return { more, sent: left, unsent: addressed.length - left }
}

type Claimed = { person: string; about: string; mail: string | null }
const letterKey = ({ person, mail }: { person: string; mail: string | null }): string => `${person} ${mail}`

/**
 * Leases the next recipients' due notifications in one statement, so that no other worker gets them. Reads the next recipients from the
 * index, whatever the backlog. `more`: others are pending.
 */
const claim = async (
  db: Kysely<Tables>,
  batch: string,
  now: number,
): Promise<{ claimed: Claimed[]; more: boolean }> => {
  const due = await db
    .selectFrom('news')
    .select('person')
    .where('told_at', 'is', null)
    .where('due_at', '<=', now)
    .where('held_until', '<=', now)
    .orderBy('due_at')
    .orderBy('person')
    .limit(dueAtOnce)
    .execute()
  const people = JSON.stringify([...new Set(due.map(({ person }) => person))])
  const claimed = await runTransaction(db, tx =>
    tx
      .updateTable('news')
      .set(({ fn, val }) => ({ mail: fn.coalesce('mail', val(batch)), held_until: now + held }))
      .where('person', 'in', listed(tx, people))
      .where('told_at', 'is', null)
      .where('due_at', '<=', now)
      .where('held_until', '<=', now)
      .returning(['person', 'about', 'mail'])
      .execute(),
  )
  return { claimed, more: due.length === dueAtOnce }
}

const readLetters = async (db: Kysely<Tables>, claimed: readonly Claimed[]): Promise<Letter[]> => {
  const rows = await db
    .selectFrom('news')
    .innerJoin('activity', 'activity.key', 'news.about')
    .innerJoin('watches', join =>
      join.onRef('watches.doi', '=', 'activity.doi').onRef('watches.person', '=', 'news.person'),
    )
    .select([
      'news.person',
      'news.mail',
      'news.attempts',
      'activity.doi',
      'kind',
      'outcome',
      'activity.amount',
      'activity.currency',
      'at',
      'date',
      'by_name',
      'by_href',
      'detail',
      'path',
    ])
    .where('news.mail', 'in', listed(db, JSON.stringify([...new Set(claimed.map(({ mail }) => mail ?? ''))])))
    .where('news.person', 'in', listed(db, JSON.stringify([...new Set(claimed.map(({ person }) => person))])))
    .where('told_at', 'is', null)
    .orderBy('noted_at')
    .orderBy('activity.id')
    .execute()
  const letters = new Map<string, Letter>()
  for (const { person, mail, attempts, by_name, by_href, amount, currency, ...row } of rows) {
    const letter = letters.get(letterKey({ person, mail })) ?? { person, mail: mail ?? '', attempts, things: [] }
    letter.things.push({
      ...row,
      doi: storedDoi(row.doi),
      by: { name: by_name, href: by_href },
      money: moneyOf({ amount, currency }),
    })
    letters.set(letterKey({ person, mail }), letter)
  }
  return [...letters.values()]
}

const sendLetter = async (
  { mailer, secrets, origin }: TellOptions,
  { person, mail, things }: Letter,
  { to, locale, papers }: { to: string; locale: Locale; papers: Awaited<ReturnType<ReadSummaries>> },
  signal: AbortSignal | undefined,
): Promise<'sent' | 'put-off' | 'unavailable'> => {
  const unsubscribe = `${origin}${paths.unsubscribe(writeUnsubscribeToken(secrets, person))}`
  const byPaper = [...Map.groupBy(things, ({ doi }) => doi)].slice(0, mostPapers)
  const { subject, text, html } = composeNews({
    to,
    locale,
    papers: byPaper.map(([doi, told]) => ({
      title: papers.get(doi)?.title ?? doi,
      path: paths.paper(doi),
      things: told.slice(0, mostThings),
    })),
    origin,
    links: { dashboard: origin + paths.dashboard, settings: origin + paths.mailSettings, unsubscribe },
  })
  const id = createHash('sha256').update(`${mail} ${person}`).digest('hex').slice(0, 32)
  const headers = {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': 'Papers you watch <watched.corroborate>',
  }
  const result = await mailer.send({ id, to, subject, text, html, headers }, signal)
  // A permanent rejection is not retried.
  if (result.kind !== 'unavailable') return 'sent'
  return result.putOff ? 'put-off' : 'unavailable'
}

/** Records the mails sent at `at` and the server's deferrals, and releases the rest until `again`, in one transaction. */
const settle = (
  db: Kysely<Tables>,
  letters: readonly Letter[],
  { sent, putOff }: Readonly<Record<'sent' | 'putOff', ReadonlySet<Letter>>>,
  { at, again }: { at: number; again: number },
): Promise<void> =>
  runTransaction(db, async tx => {
    const left = letters.filter(letter => sent.has(letter))
    const kept = letters.filter(letter => !sent.has(letter) && !putOff.has(letter))
    if (left.length > 0) await update(tx, left).set({ told_at: at }).execute()
    for (const [before, some] of Map.groupBy(putOff, ({ attempts }) => attempts)) {
      const attempts = before + 1
      await update(tx, some)
        .set({ attempts, held_until: at + waitAfter(attempts) })
        .execute()
    }
    if (kept.length > 0) await update(tx, kept).set({ held_until: again }).execute()
  })

const drop = (db: Kysely<Tables>, rows: readonly Claimed[]): Promise<void> =>
  runTransaction(db, async tx => {
    await update(tx, rows).set({ due_at: null, held_until: 0, mail: null }).execute()
  })

/** Selects the unsent notifications of some mails, by person and mail. */
const update = (tx: Kysely<Tables>, mails: readonly { person: string; mail: string | null }[]) =>
  tx
    .updateTable('news')
    .where('person', 'in', listed(tx, JSON.stringify([...new Set(mails.map(({ person }) => person))])))
    .where(sql<string>`person || ' ' || mail`, 'in', listed(tx, JSON.stringify([...new Set(mails.map(letterKey))])))
    .where('told_at', 'is', null)
