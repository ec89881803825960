import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page, Route } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alive, openReaderPage, type RunningProduct, runProduct, signInByLink } from '../../testing/index.ts'

// Shared pages in the browser of a reader with personal data.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-yours-'))
const paper = '/10.48550/arxiv.1706.03762'
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

const reliable = (page: Page) => page.getByRole('button', { name: 'Reliable', exact: true })
const name = (page: Page) => page.locator('#logged-in-as')

/** True if the page's document is the shared one. */
const isShared = async (page: Page): Promise<boolean> =>
  page.evaluate(() => document.body.dataset.somebodys === undefined)

const cookieNames = async (page: Page): Promise<string[]> =>
  (await page.context().cookies()).map(cookie => cookie.name).toSorted()

const logOut = async (page: Page): Promise<void> => {
  await page.locator('#login-link').click()
  await see(name(page)).toHaveCount(0)
}

/** Presses a vote, and waits until the site has taken it. */
const vote = async (page: Page): Promise<void> => {
  await alive(page)
  const answered = page.waitForResponse(
    answer => /\/vote(\?|$)/.test(answer.url()) && answer.request().method() === 'POST',
  )
  await reliable(page).click()
  expect((await answered).status()).toBe(200)
  await see(reliable(page)).toHaveAttribute('aria-pressed', 'true')
}

/** Holds the personalization request until released. */
const holdYours = async (page: Page) => {
  const asked = Promise.withResolvers<Route>()
  await page.route(/\/yours\?/, route => asked.resolve(route), { times: 1 })
  return { asked: asked.promise, letGo: async () => (await asked.promise).continue() }
}

test('an account gets the shared page from its second view on, with name and vote added', async () => {
  const page = await openReaderPage(browser, product)
  const email = 'ada@example.org'
  await signInByLink(page, product, email, paper)
  await see(name(page)).toContainText(email)
  await vote(page)
  const answer = await page.goto(paper)
  expect(answer?.headers()['cache-control']).toMatch(/^public, /)
  expect(await answer?.text()).not.toContain(email)
  expect(await isShared(page)).toBe(true)
  await see(name(page)).toContainText(email)
  await see(reliable(page)).toHaveAttribute('aria-pressed', 'true')
})

test('a visitor who voted sees their vote on the shared page, and others do not', async () => {
  const page = await openReaderPage(browser, product)
  await page.goto(paper)
  await vote(page)
  await page.reload()
  await page.reload()
  expect(await isShared(page)).toBe(true)
  await see(reliable(page)).toHaveAttribute('aria-pressed', 'true')
  const other = await openReaderPage(browser, product)
  await other.goto(paper)
  await alive(other)
  await see(reliable(other)).toHaveAttribute('aria-pressed', 'false')
})

test('late personal data causes no layout shift', async () => {
  const page = await openReaderPage(browser, product)
  await signInByLink(page, product, 'late@example.org', paper)
  await vote(page)
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { asked, letGo } = await holdYours(page)
  await page.goto(paper)
  await asked
  // The shared page is visible before personalization.
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  const before = await reliable(page).boundingBox()
  await letGo()
  await see(name(page)).toContainText('late@example.org')
  await see(reliable(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await reliable(page).boundingBox()).toEqual(before)
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
})

test('without JavaScript an account gets its own page', async () => {
  const first = await openReaderPage(browser, product)
  const email = 'plain@example.org'
  await signInByLink(first, product, email, paper)
  const session = (await first.context().cookies()).filter(cookie => cookie.name !== 'yours')
  const page = await openReaderPage(browser, product, { javaScriptEnabled: false })
  await page.context().addCookies(session)
  for (let views = 0; views < 2; views++) {
    const answer = await page.goto(paper)
    expect(answer?.headers()['cache-control']).toMatch(/^private|^no-store/)
    await see(name(page)).toContainText(email)
  }
})

/** A second tab of a signed-in user, whose personalization response has not arrived yet. */
const tabThatWaits = async (page: Page, email: string) => {
  await signInByLink(page, product, email, paper)
  await page.goto(paper)
  await see(name(page)).toContainText(email)
  const late = await page.context().newPage()
  const { asked } = await holdYours(late)
  await late.goto(paper)
  const route = await asked
  const response = await route.fetch()
  expect(await response.text()).toContain(email)
  return { late, arrive: () => route.fulfill({ response }) }
}

test('personal data arriving after a log-out is discarded', async () => {
  const page = await openReaderPage(browser, product)
  const email = 'leaves@example.org'
  const { late, arrive } = await tabThatWaits(page, email)
  expect(await cookieNames(page)).toContain('yours')
  await logOut(page)
  await expect.poll(() => cookieNames(page)).not.toContain('yours')
  await arrive()
  await see(late.locator('html')).not.toHaveAttribute('data-awaits', 'yours')
  await see(name(late)).toHaveCount(0)
  await see(late.getByText(email)).toHaveCount(0)
})

test('personal data arriving after another user logged in is discarded', async () => {
  const page = await openReaderPage(browser, product)
  const [first, second] = ['first@example.org', 'second@example.org']
  const { late, arrive } = await tabThatWaits(page, first)
  await logOut(page)
  await signInByLink(page, product, second, paper)
  await see(name(page)).toContainText(second)
  await arrive()
  await see(name(late)).toContainText(second)
  await see(late.getByText(first)).toHaveCount(0)
})

test('Back after a log-out shows nothing of the account', async () => {
  const page = await openReaderPage(browser, product)
  const email = 'back@example.org'
  await signInByLink(page, product, email, paper)
  await vote(page)
  await page.goto(paper)
  await see(name(page)).toContainText(email)
  await page.goto('/about')
  await see(name(page)).toContainText(email)
  await logOut(page)
  while (new URL(page.url()).pathname !== paper) await page.goBack()
  await alive(page)
  await see(name(page)).toHaveCount(0)
  await see(page.getByText(email)).toHaveCount(0)
  await see(reliable(page)).toHaveAttribute('aria-pressed', 'false')
})

test('a failed personalization request leaves a working shared page', async () => {
  const page = await openReaderPage(browser, product)
  await page.goto(paper)
  await vote(page)
  await page.reload()
  await page.route(/\/yours\?/, route => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await see(page.locator('html')).not.toHaveAttribute('data-awaits', 'yours')
  await alive(page)
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  await see(reliable(page)).toBeEnabled()
})
