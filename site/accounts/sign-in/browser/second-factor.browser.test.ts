import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authenticatorCode } from '@corroborate/server-kit/testing/authenticator'
import { axe, faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { freePort, runServer } from '@corroborate/server-kit/testing/server'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openReaderPage, type RunningProduct, runProduct } from '../../../testing/index.ts'

// End-to-end journeys of users with an authenticator app on the running product.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-second-factor-'))
const paper = '/10.48550/arxiv.1706.03762'
const password = 'quiet-otters-fold-paper'
const minutes = { session_duration_minutes: 60 }
/** Two servers and a browser share one machine. */
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

const newPage = (options?: BrowserContextOptions) => openReaderPage(browser, product, options)
const link = (page: Page) => page.locator('#login-link')
const modal = (page: Page) => page.locator('#login-modal')
const button = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => modal(page).getByRole('heading', { name, exact: true })
const asksForCode = (page: Page) => see(heading(page, 'One more step')).toBeVisible()
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('stytch_session_token'))
/** True if the site treats the browser as signed in: the account page redirects everyone else to the login. */
const hasAccount = async (page: Page) => {
  const answer = await page.request.get('/account', { headers: { Accept: 'text/html' }, maxRedirects: 0 })
  return answer.status() === 200
}
const isIn = async (page: Page, path = paper): Promise<void> => {
  await see(link(page)).toHaveText('Log out')
  await see(modal(page)).toBeHidden()
  await page.waitForURL(product.origin + path)
  await expect.poll(() => stored(page)).toMatch(/^[\w-]{43}$/)
  expect(await hasAccount(page)).toBe(true)
}

let people = 0
/** Creates a user with a password and an authenticator app. Each code is returned once. */
const withApp = async () => {
  people += 1
  const email = `guarded${people}@example.org`
  const { token } = await product.newSession(email)
  const { session_token: session } = await product.sdk('/passwords/session/reset', { password, ...minutes }, token)
  const made = await product.sdk('/totps', { expiration_minutes: 30 }, String(session))
  let steps = -1
  const nextCode = () => authenticatorCode(String(made.secret), Date.now() + 30_000 * steps++)
  const done = await product.sdk('/totps/authenticate', { totp_code: nextCode(), ...minutes }, String(session))
  return { email, nextCode, recoveryCodes: made.recovery_codes as string[], session: String(done.session_token) }
}

const logInByPassword = async (page: Page, email: string): Promise<void> => {
  await modal(page).getByLabel('Email').fill(email)
  await button(page, 'Continue with email').click()
  await modal(page).getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Continue').click()
}
const enterCode = async (page: Page, code: string, label = 'Code from the app') => {
  await modal(page).getByLabel(label).fill(code)
  await button(page, 'Log in').click()
}
const mailedLink = async (email: string): Promise<string> => {
  const landing = `${product.origin}/authenticate`
  const urls = { login_magic_link_url: landing, signup_magic_link_url: landing }
  const before = await product.mails(email)
  await product.sdk('/magic_links/email/login_or_create', { email, ...urls })
  return product.mailedLink(email, before.length)
}

/** Starts a third-party application and returns its URL. */
const startApplication = async (): Promise<string> => {
  const at = `http://localhost:${await freePort()}`
  const settings = { DATA_DIR: dataDir, IDENTITY_PORT: new URL(product.identity).port, LOG_LEVEL: 'error' }
  const start = join(import.meta.dirname, '../../../../examples/relying-party/start.ts')
  const application = await runServer(start, settings, [at, 'openid-client'])
  onTestFinished(async () => void (await application.stop()))
  return at
}

/** Opens an emailed link and presses its button once the script has loaded; before, the no-JavaScript page would appear. */
const openLink = async (page: Page, email: string): Promise<void> => {
  await page.goto(await mailedLink(email), { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

describe('user with an authenticator app', () => {
  test('the user is logged in by password and code, and their pending action completes', async () => {
    const { email, nextCode } = await withApp()
    const page = await newPage()
    await page.goto(paper)
    await page.locator('a[data-wish="watch"]').first().click()
    await logInByPassword(page, email)
    await asksForCode(page)
    expect(await stored(page)).toBeNull()
    expect(await hasAccount(page)).toBe(false)
    expect((await axe(page, { include: '#login-modal' })).violations).toEqual([])
    await enterCode(page, '000000')
    await see(modal(page).getByText('This code is not right.')).toBeVisible()
    expect(await hasAccount(page)).toBe(false)
    await enterCode(page, nextCode())
    await isIn(page)
    await see(page.getByRole('button', { name: /Watching|Stop watching|Unwatch/ })).toBeVisible()
  })

  test('the user enters the code before the consent page', async () => {
    const [{ email, nextCode }, application] = await Promise.all([withApp(), startApplication()])
    const page = await newPage()
    await page.goto(paper)
    await link(page).click()
    await logInByPassword(page, email)
    await asksForCode(page)
    await page.goto(application)
    await page.getByRole('link', { name: 'Sign in with Corroborate' }).click()
    await page.waitForURL(`${product.origin}/oauth/authorize?**`)
    await asksForCode(page)
    const consent = page.getByRole('heading', { name: 'Sign in to Reader with' })
    await see(consent).toBeHidden()
    expect(await hasAccount(page)).toBe(false)
    await enterCode(page, nextCode())
    await see(consent).toBeVisible()
    await see(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.waitForURL(`${application}/`)
    await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
  })

  test('closing the tab between factors leaves the user signed out, and the code is requested on return', async () => {
    const { email, nextCode } = await withApp()
    const page = await newPage()
    await page.goto(paper)
    await link(page).click()
    await logInByPassword(page, email)
    await asksForCode(page)
    const back = await page.context().newPage()
    await page.close()
    await back.goto('/')
    await asksForCode(back)
    await see(link(back)).toHaveText('Sign up / Log in')
    expect(await hasAccount(back)).toBe(false)
    await enterCode(back, nextCode())
    // They are led to where they had begun.
    await isIn(back)
  })

  test('canceling between factors stops asking', async () => {
    const { email } = await withApp()
    const page = await newPage()
    await page.goto(paper)
    await link(page).click()
    await logInByPassword(page, email)
    await asksForCode(page)
    const revoked = page.waitForResponse(response => response.url().endsWith('/sessions/revoke'))
    await page.keyboard.press('Escape')
    await revoked
    await page.goto('/')
    await see(link(page)).toHaveText('Sign up / Log in')
    await link(page).click()
    await see(heading(page, 'Sign up or log in')).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).not.toContain('stytch_session=')
  })

  test('the user enters a recovery code after a magic link', async () => {
    const { email, recoveryCodes } = await withApp()
    const page = await newPage()
    await openLink(page, email)
    await asksForCode(page)
    expect(await hasAccount(page)).toBe(false)
    await button(page, 'Lost your phone? Use a recovery code').click()
    await enterCode(page, recoveryCodes[0] ?? '', 'Recovery code')
    await isIn(page, '/')
  })

  test('closing the form after a magic link shows what is missing', async () => {
    const { email } = await withApp()
    const page = await newPage()
    await openLink(page, email)
    await asksForCode(page)
    await page.keyboard.press('Escape')
    await see(page.getByText('Enter the code from your authenticator app.')).toBeVisible()
    await see(page.getByRole('link', { name: 'Log in another way' })).toBeVisible()
  })

  test('a remembered device skips the code, is listed on the account page, and can be deleted', async () => {
    const { email, nextCode } = await withApp()
    const page = await newPage()
    await page.goto(paper)
    await link(page).click()
    await logInByPassword(page, email)
    await asksForCode(page)
    await modal(page).getByLabel('Remember this device for 30 days').check()
    await enterCode(page, nextCode())
    await isIn(page)
    await link(page).click()
    await see(link(page)).toHaveText('Sign up / Log in')
    await link(page).click()
    await logInByPassword(page, email)
    await isIn(page)

    await page.goto('/account')
    await see(page.getByRole('heading', { name: 'Remembered devices' })).toBeVisible()
    await page.getByRole('button', { name: /^Forget / }).click()
    // Account changes still require the second factor.
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code from the app').fill(nextCode())
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await see(page.getByRole('heading', { name: 'Remembered devices' })).toBeHidden()
  })

  test('without JavaScript, a page asks for the code after a magic link', async () => {
    const { email, nextCode } = await withApp()
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto(await mailedLink(email))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await page.getByLabel('Code from the app, or a recovery code').fill('000000')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await see(page.getByRole('alert')).not.toBeEmpty()
    expect(await hasAccount(page)).toBe(false)
    await page.getByLabel('Code from the app, or a recovery code').fill(nextCode())
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await see(link(page)).toHaveText('Log out')
    expect(await hasAccount(page)).toBe(true)
  })

  test('the second-factor form page is accessible in every theme', async () => {
    const { email } = await withApp()
    const { session_token } = await product.sdk('/passwords/authenticate', { email, password, ...minutes })
    const page = await newPage()
    await page.goto('/')
    await page.evaluate(token => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/authenticate' })
      form.append(Object.assign(document.createElement('input'), { name: 'session_token', value: token }))
      document.body.append(form)
      form.submit()
    }, String(session_token))
    await see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await see(page.getByText(email)).toBeVisible()
    expect(await faultsInEveryLook(page)).toEqual([])
  })
})
