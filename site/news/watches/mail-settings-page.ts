import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { type Locale, localeOf, locales } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { holdAccountStatus, mailAddresses, type SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { Account, People } from '../../kit/people/index.ts'
import type { MailSettingsPage } from './MailSettingsPage.tsx'
import { readUnsubscribeToken } from './mail/unsubscribe-token.ts'
import type { WatchTables } from './tables.ts'
import {
  type Frequencies,
  frequencies,
  type MailSettingsModel,
  newsTopics,
  readFrequencies,
  type UnsubscribeModel,
} from './topics.ts'
import type { UnsubscribePage } from './UnsubscribePage.tsx'

export const mailSettingsPage = definePage({
  name: 'mail-settings',
  component: markup<typeof MailSettingsPage>('news/watches/MailSettingsPage.tsx'),
  head: (_: MailSettingsModel) => ({ title: 'Email notifications · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 5_100,
})

export const unsubscribePage = definePage({
  name: 'unsubscribe',
  component: markup<typeof UnsubscribePage>('news/watches/UnsubscribePage.tsx'),
  head: (_: UnsubscribeModel) => ({ title: 'Unsubscribe · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 5_100,
})

type Tables = WatchTables & SignInTables

export type MailSettingsOptions = {
  db: Kysely<Tables>
  people: Pick<People, 'account' | 'session'>
  pages: Pages
  limits: Pick<Limits<'watch' | 'unsubscribe'>, 'require'>
  /** Signing secrets of unsubscribe tokens. */
  secrets: readonly string[]
}

const frequency = z.enum(frequencies, { error: `say ${frequencies.join(', ')}` })
const settingsBody = z.object({
  record: frequency,
  replication: frequency,
  report: frequency,
  note: frequency,
  bounty: frequency,
  locale: z.enum(locales, { error: `say ${locales.join(', ')}` }),
})

/**
 * Stores notification settings. Locks the account against deletion, so that nothing is left behind.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const saveSettings = (
  db: Kysely<Tables>,
  account: Account,
  { locale, ...chosen }: Frequencies & { locale: Locale },
): Promise<void> =>
  runTransaction(db, async tx => {
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), account)
    const stored = { frequencies: JSON.stringify(chosen), locale }
    await tx
      .insertInto('watchers')
      .values({ person: account.key, ...stored, feed: null })
      .onConflict(conflict => conflict.column('person').doUpdateSet(stored))
      .execute()
    await dropUnwanted(tx, account.key, chosen)
  })

/** Routes of notification settings and unsubscribing. */
export const createMailSettingsCalls = ({ db, people, pages, limits, secrets }: MailSettingsOptions) => {
  const page = async (c: HttpContext): Promise<Response> => {
    if (people.session(c) === 'nobody' && wantsPage(c)) return c.redirect(paths.login(paths.mailSettings), 303)
    const { key } = people.account(c)
    const [row, addresses] = await Promise.all([
      db.selectFrom('watchers').select(['locale', 'frequencies']).where('person', '=', key).executeTakeFirst(),
      mailAddresses(db.$pickTables<keyof SignInTables>(), [key]),
    ])
    return pages.show(c, mailSettingsPage, {
      frequencies: readFrequencies(row?.frequencies ?? null),
      locale: row?.locale ?? localeOf(c.req.header('Accept-Language')),
      address: addresses.get(key) ?? null,
      saved: c.req.query('saved') !== undefined,
    })
  }

  const save = async (c: HttpContext): Promise<Response> => {
    const account = people.account(c)
    const { locale, ...chosen } = await readBody(c, settingsBody)
    await limits.require('watch', account.key)
    await saveSettings(db, account, { locale, ...chosen })
    return isFormPost(c) && wantsPage(c)
      ? c.redirect(`${paths.mailSettings}?saved=1`, 303)
      : c.json({ status: 'saved', ...chosen, locale })
  }

  const ask = (c: HttpContext): Response => {
    const token = c.req.query('token') ?? ''
    const isOurs = readUnsubscribeToken(secrets, token) !== null
    return pages.show(c, unsubscribePage, isOurs ? { kind: 'ask', token } : { kind: 'unreadable' }, isOurs ? 200 : 400)
  }

  /** RFC 8058 one-click unsubscribe: a cross-origin POST by the mail client, without a session. */
  const unsubscribe = async (c: HttpContext): Promise<Response> => {
    await limits.require('unsubscribe', { address: addressOf(c) })
    const person = readUnsubscribeToken(secrets, c.req.query('token') ?? '')
    if (person === null) return pages.show(c, unsubscribePage, { kind: 'unreadable' }, 400)
    await runTransaction(db, async tx => {
      // An account that was deleted meanwhile gets no row again.
      const none = { frequencies: JSON.stringify(nothing) }
      await tx.updateTable('watchers').set(none).where('person', '=', person).execute()
      await dropUnwanted(tx, person, nothing)
    })
    return pages.show(c, unsubscribePage, { kind: 'done' })
  }

  return { page, save, ask, unsubscribe }
}

const nothing: Frequencies = { record: 'off', replication: 'off', report: 'off', note: 'off', bounty: 'off' }

/** Reschedules pending notifications by their original time, and drops those no longer wanted. */
const dropUnwanted = async (tx: Transaction<Tables>, person: string, chosen: Frequencies): Promise<void> => {
  const off = newsTopics.filter(topic => chosen[topic] === 'off')
  if (off.length === 0) return
  await tx
    .updateTable('news')
    .set({ due_at: null })
    .where('person', '=', person)
    .where('told_at', 'is', null)
    .where('topic', 'in', off)
    .execute()
}
