import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { axe, faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openReaderPage, type RunningProduct, runProduct } from '../../testing/index.ts'

// An operator opens a moderator's account on the running product, with a token of the command line.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-impersonation-'))
const identityCli = fileURLToPath(new URL('../../../identity/cli.ts', import.meta.url))
const paper = '/10.48550/arxiv.1706.03762'
const email = 'ada@example.org'
const operator = 'sue@example.org'
let product: RunningProduct
let browser: Browser

const identity = (...words: string[]) => runCommand(identityCli, words, { DATA_DIR: dataDir })

beforeAll(async () => {
  product = await runProduct(dataDir)
  browser = await openBrowser()
  await product.newSession(email)
  await identity('user', 'role', 'add', email, 'moderator')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const banner = (page: Page) => page.locator('#impersonation-banner')

/** Opens the account of the moderator in a browser of the operator's. */
const impersonate = async (page: Page): Promise<void> => {
  const printed = await identity('impersonate', email, '--reason', 'ticket', '--by', operator, '--json')
  const { impersonation_token } = JSON.parse(printed) as { impersonation_token: string }
  const { session_token, user_id } = await product.sdk('/impersonation/authenticate', { impersonation_token })
  await page.goto(`/?auth_success=true&session_token=${session_token}&user_id=${user_id}`)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await see(banner(page)).toBeVisible()
}

const everyPage = [
  ...[
    '/',
    '/about',
    '/privacy',
    '/api',
    '/status',
    '/search?q=attention',
    '/check',
    '/lists',
    '/retractions',
    '/recent',
  ],
  ...['/wanted', '/moderation', '/books', '/pool', '/dashboard', '/dashboard/mails', '/dashboard/awards', '/account'],
  ...['', '/claim', '/reproduce', '/comment', '/problem', '/contribute'].map(action => `${paper}${action}`),
  ...['/moderate', '/moderate/money', '/nothing-here'],
]

test.each([true, false])(
  'shows on every page who impersonates whom (JavaScript: %s), and where to end it',
  async script => {
    const page = await openReaderPage(browser, product)
    await impersonate(page)
    const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: script })
    onTestFinished(() => context.close())
    await context.addCookies(await page.context().cookies())
    const shown = await context.newPage()
    for (const path of everyPage) {
      await shown.goto(path)
      expect([path, await banner(shown).count()]).toEqual([path, 1])
      await see(banner(shown)).toBeInViewport()
      await see(banner(shown)).toContainText(`Read-only. ${operator} is viewing this site as`)
      await see(banner(shown).getByRole('link', { name: 'End session' })).toHaveAttribute('href', '/logout')
    }
  },
)

test('is accessible and fits in every look', async () => {
  const page = await openReaderPage(browser, product)
  await impersonate(page)
  await page.goto(paper)
  expect(await faultsInEveryLook(page, { widest: '#impersonation-banner' })).toEqual([])
  await page.goto('/account')
  await see(page.getByRole('region', { name: 'Passkeys' })).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
})

test('ends at the banner, after which the browser is nobody’s and the person’s own session goes on', async () => {
  const own = await product.newSession(email)
  const page = await openReaderPage(browser, product)
  await impersonate(page)
  await banner(page).getByRole('link', { name: 'End session' }).click()
  await see(page.locator('#login-link')).toHaveText('Sign up / Log in')
  await see(banner(page)).toHaveCount(0)
  await product.sdk('/sessions/authenticate', {}, own.token)
})

test('the account page of the widget says that it is read-only, changes nothing, and ends the session, too', async () => {
  const page = await openReaderPage(browser, product)
  await impersonate(page)
  await page.goto('/account')
  const account = page.locator('.siw-account')
  await see(account.getByRole('alert')).toContainText(`Read-only: ${operator} is viewing this account.`)
  const name = account.getByRole('region', { name: 'Name' })
  await name.getByRole('button').first().click()
  await name.getByLabel('First name').fill('Mallory')
  await name.getByRole('button', { name: 'Save' }).click()
  await see(name.getByRole('alert')).toContainText('impersonating')
  await account.getByRole('button', { name: 'End session' }).click()
  await see(page.locator('#login-link')).toHaveText('Sign up / Log in')
  await see(banner(page)).toHaveCount(0)
})
