import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import { type Kysely, sql } from 'kysely'
import { mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import { type ActivityTables, moneyOf } from '../../paper/activity/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { composeNews, type Thing, writeUnsubscribeToken } from './mail/index.ts'
import { waitAfter } from './put-off.ts'
import type { WatchTables } from './tables.ts'

type Tables = WatchTables & ActivityTables & SignInTables

export type TellOptions = {
  db: Kysely<Tables>
  mailer: Pick<Mailer, 'send'>
  summaries: ReadSummaries
  /** What unsubscribing is signed with. */
  secrets: readonly string[]
  origin: string
  now: () => number
}

/** How many things one step looks at, and so how many people it tells at most. */
const dueAtOnce = 100
/**
 * So many mails are on their way at once, each on a connection of its own: a mail server that is far away answers six times for each
 * mail. They are noted as sent by one transaction: no more of them can go out again when a process dies before it.
 */
const mailsAtOnce = 20
/**
 * How long each such lot takes at least, in ms: 250 mails a second at most, so that pages have the machine in between, and the 50,000
 * who may watch one paper still have their mail in four minutes.
 */
const lotTakes = 80
/** How long somebody who sends a mail has it to himself, in ms: longer than the attempts of all that he takes. */
const held = 6 * 60_000
/** How long a mail waits while the mail server does not answer, in ms. */
const later = 60_000
/** The most things that one mail tells of each paper, and the most papers. */
const mostThings = 20
const mostPapers = 50

/** What one mail tells one person. */
type Letter = { person: string; mail: string; attempts: number; things: (Thing & { doi: Doi })[] }

/**
 * Mails the next people what they are to be told by now. Each thing goes into one mail: which one is written down before the mail is
 * sent, and a mail that is sent again, because somebody died before noting that it was sent, carries the same Message-ID.
 * @returns `more` while others are waiting, how many mails have left, and how many could not be sent right now.
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

  // Without an address, or about what was taken back or is watched no longer: nobody will be told.
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
    // Who is told alone waits for nobody.
    if (waiting.length > 0 || more) await sleep(Math.max(0, began + lotTakes - performance.now()))
  }
  return { more, sent: left, unsent: addressed.length - left }
}

type Claimed = { person: string; about: string; mail: string | null }
const letterKey = ({ person, mail }: { person: string; mail: string | null }): string => `${person} ${mail}`

/**
 * Takes what is due for the next people. One statement, so that nobody else gets it while this one has it. Who is next is read off the
 * index, however many wait behind them. `more`: others do.
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
  // What a receiver refuses for good will not be taken the next time either.
  if (result.kind !== 'unavailable') return 'sent'
  return result.putOff ? 'put-off' : 'unavailable'
}

/**
 * Writes down which of some mails have left `at`, how often the server has put off others, and lets go of the rest until they are tried
 * `again`: one transaction.
 */
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

/** The things of some mails that are not told yet. A thing is found by its person, and is one of theirs by the mail that it is in. */
const update = (tx: Kysely<Tables>, mails: readonly { person: string; mail: string | null }[]) =>
  tx
    .updateTable('news')
    .where('person', 'in', listed(tx, JSON.stringify([...new Set(mails.map(({ person }) => person))])))
    .where(sql<string>`person || ' ' || mail`, 'in', listed(tx, JSON.stringify([...new Set(mails.map(letterKey))])))
    .where('told_at', 'is', null)
