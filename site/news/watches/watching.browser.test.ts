import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdScripts, openReaderPage, type RunningProduct, runProduct } from '../../testing/index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-watches-'))
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

const paper = '/10.48550/arxiv.1706.03762'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Logs in by magic link in the open login modal. */
const logInByMail = async (page: Page, email: string): Promise<void> => {
  const modal = page.locator('#login-modal')
  await product.newSession(email)
  const before = await product.mails(email)
  await modal.getByLabel('Email').fill(email)
  await modal.getByRole('button', { name: 'Continue with email', exact: true }).click()
  await see(modal.getByText(`An email was sent to ${email}.`)).toBeVisible()
  await page.goto(await product.mailedLink(email, before.length))
  await page.waitForURL(`**${paper}`)
}

test('a reader watches after logging in, unwatches, undoes it, and sets email preferences', async () => {
  const page = await openReaderPage(browser, product, { viewport: { width: 1280, height: 860 } })
  // Clicks the button before its hydration.
  const release = await holdScripts(page, '**/assets/islands-*.js')
  let isReady = false
  page.on('request', request => {
    if (request.url().includes('/assets/signing-in-')) isReady = true
  })
  await page.goto(paper, { waitUntil: 'commit' })
  await expect
    .poll(async () => {
      await page.locator('h1').hover()
      await page.locator('#login-to-watch').hover()
      return isReady
    })
    .toBe(true)
  await page.locator('#login-to-watch').click()
  await page.locator('#login-modal').waitFor()
  release()
  expect(await page.evaluate(() => localStorage.getItem('stytch_redirect_url'))).toBe(product.origin + paper)
  await logInByMail(page, 'ada@example.org')
  const unwatch = button(page, 'Unwatch')
  await unwatch.waitFor()
  await see(unwatch).toHaveAttribute('data-doi', paper.slice(1))
  await see(unwatch).toHaveAttribute('data-paper-id', paper.slice(1))

  // 8.errors: as it was, without a word.
  await page.route('**/watch', route => route.abort())
  await unwatch.click()
  await see(unwatch).toBeEnabled()
  await page.unroute('**/watch')

  await page.locator('#dashboard-link').click()
  await see(page.locator('body')).toHaveAttribute('data-page', 'dashboard')
  await page.getByRole('link', { name: 'Attention Is All You Need' }).waitFor()
  expect((await axe(page)).violations).toEqual([])
  await button(page, 'Unwatch Attention Is All You Need').click()
  await page.getByText('You don’t watch any papers yet').waitFor()
  await button(page, 'Undo').click()
  await page.getByRole('link', { name: 'Attention Is All You Need' }).waitFor()

  await button(page, 'Create a feed link').click()
  const address = await page.locator('.feed-address a').getAttribute('href')
  expect((await page.request.get(address ?? '')).headers()['content-type']).toContain('application/atom+xml')

  await page.goto('/dashboard/mails')
  await see(page.getByText('Emails go to ada@example.org.')).toBeVisible()
  await page.getByRole('group', { name: 'Approved community notes' }).getByLabel('Never').check()
  await page.getByLabel('Email language').selectOption('de')
  await button(page, 'Save').click()
  await page.getByText('Saved.').waitFor()
  expect((await axe(page)).violations).toEqual([])
})

test.each(['Escape', 'close button', 'another page'])(
  'a canceled login for a paper (%s) watches nothing for the next user who logs in',
  async how => {
    const page = await openReaderPage(browser, product)
    await page.goto(paper)
    await page.locator('#login-to-watch').click()
    await page.locator('#login-modal input').first().waitFor()
    if (how === 'Escape') await page.keyboard.press('Escape')
    else if (how === 'close button') await page.locator('.login-modal-close').click()
    else await page.goto('/about')
    await page.goto(paper)
    await page.locator('#login-link').click()
    const next = `next-${how.replaceAll(' ', '-').toLowerCase()}@example.org`
    await logInByMail(page, next)
    await see(page.locator('#logged-in-as')).toContainText(next)
    await page.goto(paper)
    await see(button(page, 'Watch')).toBeEnabled()
    await see(button(page, 'Unwatch')).toHaveCount(0)
  },
)

test('without JavaScript a form leads through the login to a watched paper', async () => {
  const page = await openReaderPage(browser, product, { javaScriptEnabled: false })
  await page.goto(paper)
  await button(page, 'Log in to watch').click()
  await page.waitForURL('**/login?redirect_url=**')
  await page.getByLabel('Email').fill('bob@example.org')
  await button(page, 'Email me a link').click()
  const [mail] = await product.mails('bob@example.org')
  await page.goto(mail.links[0] ?? '')
  await button(page, 'Log in').click()
  await page.waitForURL(`**${paper}#watch`)
  await button(page, 'Unwatch').click()
  await button(page, 'Watch').click()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Unwatch/ }).click()
  await page.waitForURL('**/dashboard?unwatched=**')
  await button(page, 'Undo').click()
  await page.getByRole('link', { name: 'Attention Is All You Need' }).waitFor()
})
