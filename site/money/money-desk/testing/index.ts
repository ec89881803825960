import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { siteMigrations } from '../../../app/migrations.ts'
import { type MoneyTables as PaidTables, startMoney } from '../../payments/testing/index.ts'
import type { MoneyDeskTables } from '../database.ts'

export { siteMigrations }
export type DeskTables = PaidTables & MoneyDeskTables

export const doi = '10.1000/x'

/** A site where money can be paid, awarded and paid out; moderators, and reporters with approved reports. */
export const startDesk = async (db: Kysely<DeskTables>, settings: Record<string, string> = {}) => {
  const money = await startMoney(db as never, settings)
  const moderators = ['mo', 'max', 'mia'].map(name => money.person(`${name}@example.org`, ['moderator']))
  const [mo, max, mia] = moderators as [Person, Person, Person]
  const post = (path: string, body: object, person: Person | null) => {
    const text = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
    return money.request(path, {
      method: 'POST',
      body: text,
      headers: { ...headers, ...(person !== null && { cookie: person.cookie }) },
    })
  }
  const desk = async (person: Person) =>
    (await money.shown('/moderate/money', { cookie: person.cookie })).model as never as Desk
  const report = async (author: Person, { on = doi, approved = true } = {}): Promise<string> => {
    const id = randomUUID()
    const sha256 = `${id.replaceAll('-', '')}`.repeat(2)
    const content = { results: [], auditReport: 'It ran.', status: 'success' }
    const row = {
      id,
      doi: on,
      author: `user:${author.id}`,
      name: 'Rita Reporter',
      email: `${id}@secret.example`,
      sha256,
    }
    const rest = {
      canonical_sha256: sha256,
      outcome: 'success',
      content: JSON.stringify(content),
      created_at: 1,
    } as const
    await db
      .insertInto('reports')
      .values({ ...row, ...rest, approved_at: approved ? 2 : null })
      .execute()
    return id
  }
  /** Makes a report look approved by a moderator in the queue. */
  const approvedBy = async (id: string, moderator: Person, author: Person): Promise<void> => {
    const item = { kind: 'audit', id, doi, writer: `user:${author.id}`, status: 'approved', version: 2 } as const
    await db
      .insertInto('moderation_items')
      .values({
        ...item,
        second: null,
        signals: '[]',
        score: 0,
        waiting_since: 1,
        decided_at: 2,
        reason: null,
        message: null,
      })
      .execute()
    const line = { kind: 'audit', item: id, version: 1, action: 'approve', moderator: `user:${moderator.id}` } as const
    await db
      .insertInto('moderation_log')
      .values({ ...line, reason: null, message: null, at: 2, month: '1970-01', along_with: null })
      .execute()
  }
  const propose = async (parts: Record<string, string>, person = mo, why = 'It is good work.') => {
    const named = Object.fromEntries(Object.entries(parts).map(([id, amount]) => [`part:${id}`, amount]))
    return post('/moderate/money', { act: 'award', doi, currency: 'usd', why, ...named }, person)
  }
  const idOf = async (answer: Response): Promise<string> => ((await answer.json()) as { id: string }).id
  const confirm = (id: string, person = max, version = 1) =>
    post(`/moderate/money/proposal/${id}`, { action: 'confirm', version }, person)
  /** An award that two moderators have agreed on. @returns the ids of its payouts */
  const award = async (parts: Record<string, string>): Promise<string[]> => {
    const id = await idOf(await propose(parts))
    const confirmed = await confirm(id)
    if (confirmed.status !== 200) throw new Error(await confirmed.text())
    const rows = await db.selectFrom('payouts').select('id').where('proposal', '=', id).orderBy('amount').execute()
    return rows.map(row => row.id)
  }
  /** Balance of each account (negative for liabilities) and of all together, in minor units across currencies. */
  const balances = async () => {
    const rows = await db.selectFrom('ledger').select(['debit', 'credit', 'amount']).execute()
    const all: Record<string, number> = {}
    for (const { debit, credit, amount } of rows) {
      all[debit] = (all[debit] ?? 0) + amount
      all[credit] = (all[credit] ?? 0) - amount
    }
    return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0))
  }
  /** Does jobs of these kinds, until none is left. */
  const settle = async (...kinds: string[]) => {
    for (const kind of kinds) await money.runJobs(kind)
    await money.sandbox.deliver()
  }
  return { ...money, mo, max, mia, post, desk, report, approvedBy, propose, idOf, confirm, award, balances, settle }
}

export type Person = ReturnType<Awaited<ReturnType<typeof startMoney>>['person']>
export type Desk = {
  waiting: {
    parts: { facts: string }[]
    id: string
    kind: string
    amount: string
    version: number
    barred: string | null
    isOwn: boolean
  }[]
  awardable: {
    doi: string
    available: string
    barred: string | null
    held: string | null
    reports: { facts: string; isLetIn: boolean }[]
  }[]
  payouts: { id: string; standing: string; details: string | null; problem: string | null; state: string }[]
  returns: { words: string; note: string }[]
  reconciled: { differences: object[] } | null
  log: { act: string; by: string; why: string | null; words: string }[]
}
