import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'
import { siteDatabaseFile, siteMigrations } from '../../app/migrations.ts'
import { type RunningProduct, runProduct } from '../../testing/index.ts'
import type { LedgerTables } from '../ledger/store.ts'
import { openSandbox, sandboxFile } from '../stripe-sandbox/index.ts'
import { reconcile } from './index.ts'

const rounds = 2
const cli = fileURLToPath(new URL('../../app/commands/money.ts', import.meta.url))

/** Contributes and pays until the product crashes; collects the sessions with acknowledged payments. */
const payUntilGone = async ({ origin }: RunningProduct, acknowledged: Set<string>): Promise<void> => {
  for (let n = 0; ; n++) {
    try {
      const begun = await fetch(`${origin}/10.1000/crash.${n % 3}/contribute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ amount: 10 + n, name: 'Ada' }),
      })
      if (begun.status !== 200 && begun.status !== 503) throw new Error(`refused with ${begun.status}`)
      const { url } = (await begun.json()) as { url: string }
      const body = new URLSearchParams({ action: 'pay', email: 'ada@example.org' })
      const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' })
      if (paid.status === 303) acknowledged.add(url.split('/').at(-1) ?? '')
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error
      return
    }
  }
}

describeStore('kill -9 while people pay', siteMigrations, (open, { engine, placeOf }) => {
  test(`${rounds} crashes during payments: every payment is booked once and the ledger matches Stripe`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-money-crash-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const { url } = placeOf(await open())
    const environment: { DATABASE_URL?: string } =
      engine === 'postgres' && url !== undefined ? { DATABASE_URL: url } : {}
    const acknowledged = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.size
      const product = await runProduct(dataDir, { LIMITS_SCALE: '1000000', ...environment })
      const paying = Array.from({ length: 3 }, () => payUntilGone(product, acknowledged))
      await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(before + 2)
      // A moment that differs each time, so that some are amid their transaction.
      await new Promise(resolve => setTimeout(resolve, Math.random() * 120))
      await product.kill()
      await Promise.all(paying)
    }

    const product = await runProduct(dataDir, environment)
    const db = await openDatabase<LedgerTables>({
      ...(environment.DATABASE_URL !== undefined && { url }),
      file: join(dataDir, siteDatabaseFile),
      migrations: siteMigrations,
      now: Date.now,
    })
    onTestFinished(() => db.destroy())
    const stripe = openSandbox({ file: join(dataDir, sandboxFile), origin: product.origin, now: Date.now })
    onTestFinished(() => stripe.close())
    const api = await stripe.access.api()
    await expect.poll(() => reconcile(db, api)).toEqual([])
    const said = await runCommand(cli, ['reconcile'], { DATA_DIR: dataDir, ...environment })
    expect(said).toMatch(/^The ledger matches Stripe/)
    const { lines } = (await (await fetch(`${product.origin}/books.json`)).json()) as { lines: { kind: string }[] }
    await product.stop()

    const sandbox = new DatabaseSync(join(dataDir, sandboxFile), { readOnly: true })
    const sessions = sandbox.prepare("select json from objects where kind = 'checkout.session'").all()
    sandbox.close()
    const paid = sessions.map(({ json }) => JSON.parse(String(json))).filter(one => one.payment_status === 'paid')
    expect([...acknowledged].filter(id => !paid.some(session => session.id === id))).toEqual([])
    expect(lines.filter(({ kind }) => kind === 'payment')).toHaveLength(paid.length)
  })
})
