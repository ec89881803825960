import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { alive, openReaderPage, type RunningProduct, runProduct } from '../../../testing/index.ts'

// A visitor presses "Watch" and is asked to log in: the paper is watched by whoever completes that very login, and by nobody else.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-pending-'))
const paper = '/10.48550/arxiv.1706.03762'
const password = 'quiet-otters-fold-paper'
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

let people = 0
const somebody = (): string => {
  people += 1
  return `pending${people}@example.org`
}
const newPage = () => openReaderPage(browser, product)
const modal = (page: Page) => page.locator('#login-modal')
const button = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true })
const link = (page: Page) => page.locator('#login-link')

const pressWatch = async (page: Page): Promise<void> => {
  await page.goto(paper)
  await page.locator('a[data-wish="watch"]').first().click()
  await see(button(page, 'Continue with Google')).toBeVisible()
}
const openHeaderLogin = async (page: Page): Promise<void> => {
  await page.goto(paper)
  await link(page).click()
  await see(button(page, 'Continue with Google')).toBeVisible()
}
const goToGoogle = async (page: Page): Promise<void> => {
  await button(page, 'Continue with Google').click()
  await see(page.getByLabel('Email address')).toBeVisible()
}
const chooseAtGoogle = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}
const logInByPassword = async (page: Page, email: string): Promise<void> => {
  await product.sdk('/passwords', { email, password, session_duration_minutes: 60 })
  await modal(page).getByLabel('Email').fill(email)
  await button(page, 'Continue with email').click()
  await modal(page).getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Continue').click()
}
const askForLink = async (page: Page, email: string): Promise<string> => {
  await modal(page).getByLabel('Email').fill(email)
  await button(page, 'Continue with email').click()
  await button(page, 'Email me a login link').click()
  await see(modal(page).getByRole('heading', { name: 'Check your email' })).toBeVisible()
  return product.mailedLink(email)
}
/** Somebody is logged in on the paper, whose components have looked for what they should do. */
const isIn = async (page: Page): Promise<void> => {
  await page.waitForURL(product.origin + paper)
  await see(link(page)).toHaveText('Log out')
  await see(modal(page)).toHaveCount(0)
  await alive(page)
}
const watches = (page: Page) => see(page.getByRole('button', { name: 'Unwatch', exact: true })).toBeVisible()
/** Shown by the page, and known to the server. */
const watchesNothing = async (page: Page): Promise<void> => {
  await see(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await see(page.locator(`main a[href="${paper}"]`)).toHaveCount(0)
}

describe('the login that the button started', () => {
  test('performs the action when it returns from a provider, however long the way there takes', async () => {
    const page = await newPage()
    // As if the provider answered ten minutes after the button was pressed.
    await page.addInitScript(() => {
      const now = Date.now
      addEventListener('pagehide', () => Object.assign(Date, { now: () => now() + 10 * 60_000 }))
    })
    await pressWatch(page)
    await goToGoogle(page)
    await chooseAtGoogle(page, somebody())
    await isIn(page)
    await watches(page)
  })

  test('performs the action when its mailed link opens in another tab', async () => {
    const page = await newPage()
    await pressWatch(page)
    const mailed = await askForLink(page, somebody())
    const other = await page.context().newPage()
    await other.goto(mailed)
    await isIn(other)
    await watches(other)
  })

  test('performs the action although another tab opened and closed a login meanwhile', async () => {
    const page = await newPage()
    await pressWatch(page)
    await goToGoogle(page)
    const other = await page.context().newPage()
    await openHeaderLogin(other)
    await other.keyboard.press('Escape')
    await see(modal(other)).toHaveCount(0)
    await chooseAtGoogle(page, somebody())
    await isIn(page)
    await watches(page)
  })

  test('performs nothing once its modal was closed', async () => {
    const page = await newPage()
    await pressWatch(page)
    await page.keyboard.press('Escape')
    await see(modal(page)).toHaveCount(0)
    await openHeaderLogin(page)
    await logInByPassword(page, somebody())
    await isIn(page)
    await watchesNothing(page)
  })
})

/** How the next person at the same browser logs in, from a page where nobody is. */
const others: [string, (page: Page, email: string) => Promise<void>][] = [
  [
    'password',
    async (page, email) => {
      await openHeaderLogin(page)
      await logInByPassword(page, email)
    },
  ],
  [
    'Google',
    async (page, email) => {
      await openHeaderLogin(page)
      await goToGoogle(page)
      await chooseAtGoogle(page, email)
    },
  ],
  [
    'a mailed link that this browser asked for',
    async (page, email) => {
      await openHeaderLogin(page)
      await page.goto(await askForLink(page, email))
    },
  ],
  [
    'a mailed link that another browser asked for',
    async (page, email) => {
      const elsewhere = await newPage()
      await openHeaderLogin(elsewhere)
      await page.goto(await askForLink(elsewhere, email))
      await page.waitForLoadState('networkidle')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await see(link(page)).toHaveText('Log out')
      await page.goto(paper)
    },
  ],
  [
    'a session that another page hands over',
    async (page, email) => {
      const { token, userId } = await product.newSession(email)
      await page.goto(`${paper}?auth_success=true&session_token=${token}&user_id=${userId}`)
      await page.getByRole('button', { name: /^Continue as/ }).click()
    },
  ],
]

describe('somebody else who logs in after the reader left', () => {
  test.each(others)('for a provider’s page, by %s, does not perform the action', async (_, logIn) => {
    const page = await newPage()
    await pressWatch(page)
    await goToGoogle(page)
    await logIn(page, somebody())
    await isIn(page)
    await watchesNothing(page)
  })

  test.each(others)('to wait for a mailed link, by %s, does not perform the action', async (_, logIn) => {
    const page = await newPage()
    await pressWatch(page)
    await askForLink(page, somebody())
    await logIn(page, somebody())
    await isIn(page)
    await watchesNothing(page)
  })

  test('in another tab does not perform the action, and neither does the login that comes back then', async () => {
    const page = await newPage()
    await pressWatch(page)
    await goToGoogle(page)
    const other = await page.context().newPage()
    await openHeaderLogin(other)
    await logInByPassword(other, somebody())
    await isIn(other)
    await see(other.getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
    await chooseAtGoogle(page, somebody())
    await isIn(page)
    await watchesNothing(page)
    await other.goto('/dashboard')
    await see(other.locator(`main a[href="${paper}"]`)).toHaveCount(0)
  })
})
