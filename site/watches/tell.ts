import { createHash, randomUUID } from 'node:crypto'
import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import type { Kysely } from 'kysely'
import type { ActivityTables } from '../activity/index.ts'
import { type Doi, paths, storedDoi } from '../doi/index.ts'
import type { Locale } from '../locales/index.ts'
import type { ReadSummaries } from '../papers/index.ts'
import { mailAddresses, type SignInTables } from '../sign-in/index.ts'
import { composeNews, type Thing, writeUnsubscribeToken } from './mail/index.ts'
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

/** How many people one step tells, how many mails are on their way at once. */
const peopleAtOnce = 50
const mailsAtOnce = 4
/** How long somebody who sends a mail has it to himself, in ms: longer than its longest attempt. */
const held = 3 * 60_000
/** The most things that one mail tells of each paper, and the most papers. */
const mostThings = 20
const mostPapers = 50

/** What one mail tells one person. */
type Letter = { person: string; mail: string; things: (Thing & { doi: Doi })[] }

/**
 * Mails the next people what they are to be told by now. Each thing goes into one mail: which one is written down before the mail is
 * sent, and a mail that is sent again, because somebody died before noting that it was sent, carries the same Message-ID.
 * @returns `more` while others are waiting, and how many mails could not be sent just now.
 */
export const tellNext = async (
  options: TellOptions,
  signal?: AbortSignal,
): Promise<{ more: boolean; unsent: number }> => {
  const { db, now } = options
  const batch = randomUUID()
  const claimed = await claim(db, batch, now())
  if (claimed.length === 0) return { more: false, unsent: 0 }
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
  if (dropped.length > 0) await drop(db, batch, dropped)

  let unsent = 0
  const waiting = letters.filter(letter => told.has(letterKey(letter)))
  const sendOn = async (): Promise<void> => {
    for (let letter = waiting.shift(); letter !== undefined; letter = waiting.shift()) {
      if (signal?.aborted) {
        unsent += 1
        continue
      }
      const to = addresses.get(letter.person) ?? ''
      const sent = await sendLetter(options, letter, to, locales.get(letter.person) ?? 'en', papers, signal)
      if (!sent) unsent += 1
      await settle(db, letter, sent ? now() : null)
    }
  }
  await Promise.all(Array.from({ length: mailsAtOnce }, sendOn))
  return { more: people.length === peopleAtOnce, unsent }
}

type Claimed = { person: string; about: string; mail: string | null }
const letterKey = ({ person, mail }: { person: string; mail: string | null }): string => `${person} ${mail}`

/** Takes what is due for the next people. One statement, so that nobody else gets it while this one has it. */
const claim = async (db: Kysely<Tables>, batch: string, now: number): Promise<Claimed[]> => {
  const due = await db
    .selectFrom('news')
    .select('person')
    .where('told_at', 'is', null)
    .where('due_at', '<=', now)
    .where('held_until', '<=', now)
    .groupBy('person')
    .orderBy(({ fn }) => fn.min('due_at'))
    .limit(peopleAtOnce)
    .execute()
  if (due.length === 0) return []
  return runTransaction(db, tx =>
    tx
      .updateTable('news')
      .set(({ fn, val }) => ({ mail: fn.coalesce('mail', val(batch)), held_until: now + held }))
      .where('person', 'in', listed(tx, JSON.stringify(due.map(({ person }) => person))))
      .where('told_at', 'is', null)
      .where('due_at', '<=', now)
      .where('held_until', '<=', now)
      .returning(['person', 'about', 'mail'])
      .execute(),
  )
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
      'activity.doi',
      'kind',
      'outcome',
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
  for (const { person, mail, by_name, by_href, ...row } of rows) {
    const letter = letters.get(letterKey({ person, mail })) ?? { person, mail: mail ?? '', things: [] }
    letter.things.push({ ...row, doi: storedDoi(row.doi), by: { name: by_name, href: by_href } })
    letters.set(letterKey({ person, mail }), letter)
  }
  return [...letters.values()]
}

const sendLetter = async (
  { mailer, secrets, origin }: TellOptions,
  { person, mail, things }: Letter,
  to: string,
  locale: Locale,
  papers: Awaited<ReturnType<ReadSummaries>>,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
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
  const { kind } = await mailer.send({ id, to, subject, text, html, headers }, signal)
  // What a receiver refuses for good will not be taken the next time either.
  return kind !== 'unavailable'
}

/** Writes down that a mail has left, or lets go of it. */
const settle = async (db: Kysely<Tables>, { person, mail }: Letter, at: number | null): Promise<void> => {
  await db
    .updateTable('news')
    .set(at === null ? { held_until: 0 } : { told_at: at })
    .where('person', '=', person)
    .where('mail', '=', mail)
    .where('told_at', 'is', null)
    .execute()
}

const drop = async (db: Kysely<Tables>, batch: string, rows: readonly Claimed[]): Promise<void> => {
  for (const { person, mail } of rows)
    await db
      .updateTable('news')
      .set({ due_at: null, held_until: 0, mail: null })
      .where('person', '=', person)
      .where('mail', '=', mail ?? batch)
      .where('told_at', 'is', null)
      .execute()
}
