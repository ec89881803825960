import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleReport } from '../../readers/reports/testing/index.ts'
import { openReaderPage, type RunningProduct, runProduct } from '../../testing/index.ts'

// A bounty from contribution to payout, in the sandbox on the running product.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-money-story-'))
const doi = '10.48550/arxiv.1706.03762'
const identityCli = join(import.meta.dirname, '../../../identity/cli.ts')
let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct(dataDir)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Logs in a user on a phone. */
const logIn = async (email: string) => {
  const { token } = await product.newSession(email)
  const page = await openReaderPage(browser, product, { viewport: { width: 390, height: 844 } })
  await page.context().addCookies([{ name: 'corroborate_session', value: `${token}.`, url: product.origin }])
  const send = async (path: string, body: object) => {
    const headers = { cookie: `corroborate_session=${token}.`, 'content-type': 'application/json' }
    const answer = await fetch(product.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { id: string }
  }
  return { page, send }
}

const moderator = async (email: string) => {
  const person = await logIn(email)
  await runCommand(identityCli, ['user', 'role', 'add', email, 'moderator'], { DATA_DIR: dataDir })
  return person
}

/** A screen has nothing that axe finds, and does not scroll sideways. */
const isWell = async (page: Page) => {
  expect((await axe(page)).violations).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, page.url()).toBeLessThanOrEqual(0)
}

/** Jobs and Stripe's word take a moment. */
const reloadUntil = async (page: Page, selector: string, words: RegExp) => {
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.locator(selector).innerText()
      },
      { timeout: 30_000 },
    )
    .toMatch(words)
}

test('a bounty is funded, awarded by two moderators and paid out, as its page and the ledger show', async () => {
  const [{ page: giver }, rita, mo, max, ann] = await Promise.all([
    logIn('gil@example.org'),
    logIn('rita@example.org'),
    moderator('mo@example.org'),
    moderator('max@example.org'),
    moderator('ann@example.org'),
  ])
  await giver.goto(`/${doi}`)
  await giver.locator('#bounty summary', { hasText: 'Add to the bounty' }).click()
  const form = giver.getByRole('form', { name: 'Contribute' })
  await form.getByRole('radio', { name: '$50', exact: true }).check()
  await form.getByRole('button', { name: 'Contribute' }).click()
  await giver.getByRole('button', { name: 'Pay', exact: true }).click()
  await see(giver.locator('#bounty-amount')).toHaveText('$50')

  const report = { ...exampleReport, doi, auditorName: 'Rita Reporter', auditorEmail: 'rita.secret@example.org' }
  const { id } = await rita.send(`/${doi}/audit/`, report)
  await ann.send(`/moderate/audit/${id}`, { action: 'approve' })

  await mo.page.goto('/moderate/money')
  await mo.page.getByLabel(/^To Rita Reporter/).fill('50')
  const awardable = mo.page.getByRole('region', { name: /^Ready to award/ })
  await awardable.getByLabel('Reason').fill('All of it, with the data of the paper.')
  await isWell(mo.page)
  await awardable.getByRole('button', { name: 'Propose award' }).click()
  await see(mo.page.locator('.moderate-notice')).toHaveText('Proposed. Money moves when another moderator confirms it.')
  await see(mo.page.getByText('You proposed this, so another moderator has to confirm it.')).toBeVisible()
  await see(mo.page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  await max.page.goto('/moderate/money')
  await isWell(max.page)
  await max.page.getByRole('button', { name: 'Confirm' }).click()
  await see(max.page.locator('.moderate-notice')).toHaveText('Confirmed and booked.')
  await isWell(max.page)
  await reloadUntil(giver, '.bounty-standing', /Awarded, not paid yet/)
  await isWell(giver)

  await rita.page.goto('/dashboard/awards')
  await isWell(rita.page)
  await rita.page.getByRole('button', { name: 'Set up Stripe payouts' }).click()
  await see(rita.page.getByRole('button', { name: 'Give it all' })).toBeVisible()
  await isWell(rita.page)
  await rita.page.getByRole('button', { name: 'Give it all' }).click()
  await see(rita.page).toHaveURL(/\/dashboard\/awards/)
  await reloadUntil(rita.page, '.award-standing', /^Paid/)
  await isWell(rita.page)

  await reloadUntil(giver, '.bounty-standing', /^Paid/)
  await see(giver.locator('#bounty')).not.toContainText('secret')
  await isWell(giver)
  await giver.locator('#bounty').getByRole('link', { name: 'Ledger' }).click()
  for (const [part, words] of [
    ['Funds', 'Contribution'],
    ['Funds', 'Award'],
    ['Payouts', 'Payout'],
  ] as const)
    await see(giver.getByRole('region', { name: part })).toContainText(words)
  await isWell(giver)
})
