import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import type { ModerationTables } from '../../../readers/moderation/index.ts'
import { type AppTables, appUnderTest, startIdentityProvider } from '../../../testing/index.ts'
import type { ContributionTables } from '../../contributions/index.ts'
import type { LedgerTables } from '../../ledger/store.ts'
import { openSandbox, sandboxFile } from '../../stripe-sandbox/index.ts'
import type { PaymentTables } from '../index.ts'

export type MoneyTables = AppTables & LedgerTables & PaymentTables & ContributionTables & ModerationTables

export const origin = 'http://localhost:5000'

/** Starts the application under test with the sandbox as Stripe, in-process event delivery, and contributors. */
export const startMoney = async (db: Kysely<MoneyTables>, settings: Record<string, string> = {}) => {
  const provider = await startIdentityProvider()
  onTestFinished(() => provider.close())
  const mails: { to: string; subject: string; text: string }[] = []
  const now = () => provider.clock.now
  const webhook = (body: string, signature: string) =>
    site.app.request(`${origin}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
  const sandbox = openSandbox({
    // A data folder of their own is for tests that run a command beside the site.
    file: settings.DATA_DIR === undefined ? ':memory:' : join(settings.DATA_DIR, sandboxFile),
    origin,
    send: async (body, signature) => (await webhook(body, signature)).status === 200,
    now,
  })
  onTestFinished(() => sandbox.close())
  const site = appUnderTest({
    db: db as unknown as Kysely<AppTables>,
    identity: provider.origin,
    settings: { LIMITS_SCALE: '1000', ...settings },
    sandbox: settings.NODE_ENV === 'production' ? null : sandbox,
    now,
    mailer: {
      send: async mail => {
        mails.push(mail)
        return { kind: 'sent' }
      },
    },
  })

  const request = (path: string, init: RequestInit = {}) =>
    site.app.request(origin + path, {
      ...init,
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...init.headers },
    })
  /** Sends a form, as a page without JavaScript does. */
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
    return request(path, { method: 'POST', body, headers: { accept: 'text/html', ...type, ...headers } })
  }
  /** Contributors' cookies by checkout session. */
  const givers = new Map<string, string>()
  /** Begins a contribution. @returns the id of its checkout session */
  const begin = async (path: string, fields: Record<string, string>, headers?: Record<string, string>) => {
    const answer = await send(path, fields, headers)
    if (answer.status !== 303) throw new Error(`refused with ${answer.status}: ${await answer.text()}`)
    const session = new URL(answer.headers.get('location') ?? '').pathname.split('/').at(-1) ?? ''
    givers.set(
      session,
      answer.headers
        .getSetCookie()
        .map(line => line.split(';')[0])
        .join('; '),
    )
    return session
  }
  /** Begins a contribution and pays it. @returns its session and payment */
  const pay = async (path: string, fields: Record<string, string>, email = 'ada.secret@example.org') => {
    const session = await begin(path, fields)
    sandbox.world.pay(session, email)
    await sandbox.deliver()
    return { session, payment: String(sandbox.world.find('checkout.session', session).payment_intent) }
  }
  /** A page; one that names a checkout session as its giver sees it. */
  const shown = async (path: string, headers: Record<string, string> = {}) => {
    const cookie = givers.get(/session_id=(\w+)/.exec(path)?.[1] ?? '')
    const asGiver = cookie === undefined ? {} : { cookie }
    return (await request(path, { headers: { accept: 'text/html', ...asGiver, ...headers } })).json() as Promise<{
      page: string
      model: Record<string, unknown> & { sections: Record<string, never> }
      reader: { notice: string | null }
    }>
  }
  /** Does the jobs of a kind that are there. */
  const runJobs = async (kind: string) => {
    const jobs = await db.selectFrom('outbox').selectAll().where('kind', '=', kind).execute()
    for (const { id, payload } of jobs) {
      await site.jobs[kind]?.(JSON.parse(payload), { id, signal: AbortSignal.timeout(9_000) } as never)
      await db.deleteFrom('outbox').where('id', '=', id).execute()
    }
  }
  const entries = () =>
    db.selectFrom('ledger').select(['kind', 'amount', 'debit', 'credit', 'currency']).orderBy('entry').execute()
  const person = (email: string, roles: readonly string[] = []) => {
    const user = provider.addUser(email, { firstName: 'Mo', roles: ['stytch_user', ...roles] })
    return { id: user.id, user, cookie: `corroborate_session=${provider.signIn(user, 60).token}.` }
  }
  return { ...site, provider, sandbox, mails, webhook, request, send, begin, pay, shown, runJobs, entries, person }
}
