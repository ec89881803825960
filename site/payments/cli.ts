import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readProcessSettings, type Settings, SettingsError } from '@corroborate/server-kit/settings'
import type { LedgerTables } from '../ledger/index.ts'
import { siteDatabaseFile, siteMigrations } from '../migrations.ts'
import { isOfStripe, type StripeAccess, stripeOf } from '../stripe/index.ts'
import { openSandbox, sandboxFile } from '../stripe-sandbox/index.ts'
import { reconcile } from './reconcile.ts'

const help = `Usage: npm run money -- reconcile

Compares the books with Stripe's own list of payments, refunds, disputes and fees, and names every difference. It changes nothing,
and the site may serve meanwhile. What happened in the last minutes may still be on its way: run it again before you worry.

Exit code: 0 they agree; 1 they differ, or Stripe could not be asked; 2 wrong command line.
`

/** Stripe, or the sandbox in its place, as the running site has it. */
const openAccess = (settings: Settings): { stripe: StripeAccess; close: () => void } => {
  const stripe = stripeOf(settings, Date.now)
  if (stripe !== null) return { stripe, close: () => {} }
  if (settings.production)
    throw new OperatorError('No payments are set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.')
  const file = join(settings.dataDir, sandboxFile)
  const sandbox = openSandbox({ file, origin: settings.site.origin, now: Date.now })
  return { stripe: sandbox.access, close: sandbox.close }
}

const run = async (): Promise<number> => {
  const settings = readProcessSettings()
  const { stripe, close } = openAccess(settings)
  const db = await openDatabase<LedgerTables>({
    url: settings.site.databaseUrl?.reveal(),
    file: join(settings.dataDir, siteDatabaseFile),
    migrations: siteMigrations,
    now: Date.now,
  })
  try {
    const differences = await reconcile(db, await stripe.api())
    for (const { payment, sentence } of differences) process.stdout.write(`${payment}: ${sentence}\n`)
    const { length } = differences
    const found = length === 0 ? 'The books say what Stripe says.' : `${length} difference${length === 1 ? '' : 's'}.`
    process.stdout.write(`${found}${stripe.isSandbox ? ' This is the sandbox: no money has moved.' : ''}\n`)
    return length === 0 ? 0 : 1
  } finally {
    await db.destroy()
    close()
  }
}

/** `npm run money`. */
const [command, ...rest] = process.argv.slice(2)
if (command === '--help') process.stdout.write(help)
else if (command !== 'reconcile' || rest.length > 0) {
  process.stderr.write(help)
  process.exitCode = 2
} else {
  try {
    process.exitCode = await run()
  } catch (error) {
    const expected = error instanceof OperatorError || error instanceof SettingsError || isOfStripe(error)
    process.stderr.write(
      `${expected && error instanceof Error ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exitCode = 1
  }
}
