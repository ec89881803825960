import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loseStorage, openReaderPage, type RunningProduct, runProduct, signInByLink } from '../../../testing/index.ts'

// Sign-in to third-party applications on the running product, with each client library.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-consent-'))
const startApplication = join(import.meta.dirname, '../../../../examples/relying-party/start.ts')
let product: RunningProduct
let browser: Browser
/** The application with `openid-client`. */
let home: string
const applications: RunningServer[] = []

beforeAll(async () => {
  product = await runProduct(dataDir)
  ;[home, browser] = await Promise.all([startReader('openid-client'), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  for (const application of applications) await application.stop()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the application with a library; returns where it is. */
const startReader = async (library: string): Promise<string> => {
  const at = `http://localhost:${await freePort()}`
  const settings = { DATA_DIR: dataDir, IDENTITY_PORT: new URL(product.identity).port, LOG_LEVEL: 'error' }
  applications.push(await runServer(startApplication, settings, [at, library]))
  return at
}

const newPage = () => openReaderPage(browser, product, { viewport: { width: 390, height: 844 } })
const signIn = async (page: Page): Promise<void> => {
  await page.goto(home)
  await page.getByRole('link', { name: 'Sign in with Corroborate' }).click()
  await page.waitForURL(`${product.origin}/oauth/authorize?**`)
}
/** Once the site has heard of it, which it does while the browser is on its way back to the application. */
const seeSiteSignedOut = async (page: Page): Promise<void> => {
  const cookies = async () => (await page.context().cookies(product.origin)).map(({ name }) => name)
  await see.poll(cookies).not.toContain('corroborate_session')
  await page.goto('/')
  await see(page.locator('#login-link')).toHaveText('Sign up / Log in')
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Arrives logged out from the application and requests a magic link. */
const askForLink = async (page: Page, email: string): Promise<void> => {
  await signIn(page)
  const modal = page.locator('#login-modal')
  await modal.getByLabel('Email').fill(email)
  await button(page, 'Continue with email').click()
  await see(modal.getByText(`An email was sent to ${email}.`)).toBeVisible()
}

test('a logged-out user logs in, consents and is signed in to the application; foreign answers are ignored', async () => {
  const email = 'ada@example.org'
  await product.newSession(email)
  const page = await newPage()
  await askForLink(page, email)
  await see(page.getByText(`“Reader” at ${new URL(home).host} wants to access your account.`)).toBeAttached()
  const asked = page.url()
  const [{ links }] = await product.mails(email, 2)
  await page.goto(links[0] ?? '')
  await page.waitForURL(asked)
  await see(page.getByRole('heading', { name: 'Sign in to Reader with' })).toBeVisible()
  await see(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  await see(page.getByText(`You will be sent to ${new URL(home).host}.`)).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // The page cannot be framed, and sends no referrer.
  const { headers } = await fetch(page.url())
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('Cache-Control')).toBe('no-store')

  // The question was put to Ada: the answer is to come from her, and from a page of the site.
  const mallory = await product.newSession('mallory@example.org')
  const fields = { ...Object.fromEntries(new URL(page.url()).searchParams), consent_granted: 'true' }
  expect(await answerByForm(home, fields, mallory.token)).toContain('This web page is not allowed to sign people in')
  expect(await answerByForm(product.origin, fields, mallory.token)).toContain(
    'You have not seen this request, or saw it too lon',
  )

  await button(page, 'Allow').click()
  await page.waitForURL(`${home}/`)
  await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()

  // Consent is remembered.
  await page.goto(`${home}/sign-in`)
  await page.waitForURL(`${home}/`)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.waitForURL(`${home}/`)
  await see(page.getByText('Nobody is signed in.')).toBeVisible()
  await seeSiteSignedOut(page)
})

test('a user who logs in by magic link in another tab continues in the first', async () => {
  const email = 'dorothy@example.org'
  await product.newSession(email)
  const page = await newPage()
  await askForLink(page, email)
  const [{ links }] = await product.mails(email, 2)
  const other = await page.context().newPage()
  await other.goto(links[0] ?? '')
  await see(other.getByText(`You are logged in as ${email}.`)).toBeVisible()
  await other.close()
  await see(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  await button(page, 'Allow').click()
  await page.waitForURL(`${home}/`)
  await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
})

test('a browser that lost its storage but not its cookie goes straight to consent', async () => {
  const email = 'barbara@example.org'
  const page = await newPage()
  await signInByLink(page, product, email, '/')
  await loseStorage(page)
  await signIn(page)
  await see(page.getByText(`You are logged in as ${email}.`)).toBeVisible()
  await button(page, 'Allow').click()
  await page.waitForURL(`${home}/`)
  await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
})

test.each([
  ['openid-client', 'Sign in to Reader with'],
  ['oauth4webapi', 'Sign in to Reader on oauth4webapi with'],
  ['@auth/core', 'Sign in to Reader on @auth/core with'],
  ['passport-openidconnect', 'Sign in to Reader on passport-openidconnect with'],
  // Registers dynamically and requests more: access to its tools.
  ['@modelcontextprotocol/sdk', 'Desk wants to access your'],
])(
  'an application with %s signs a user in, refreshes tokens, re-authenticates and logs out',
  async (library, heading) => {
    const at = library === 'openid-client' ? home : await startReader(library)
    const page = await newPage()
    const email = `${library.replace(/\W/g, '')}@example.org`
    await signInByLink(page, product, email, '/')
    await page.goto(at)
    await page.getByRole('link', { name: 'Sign in with Corroborate' }).click()
    await see(page.getByRole('heading', { name: heading })).toBeVisible()
    const whose = heading.startsWith('Desk') ? 'The application chose the name' : 'is known to Corroborate'
    await see(page.getByText(whose)).toBeVisible()
    await button(page, 'Allow').click()
    await page.waitForURL(`${at}/`)
    await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
    // Back is the page before the question, which has been answered.
    await page.goBack()
    await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
    expect(page.url()).toBe(`${at}/`)
    await page.getByRole('link', { name: 'Ask again' }).click()
    await see(page.getByText(`Still ${email}.`)).toBeVisible()
    await page.goto(at)
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.waitForURL(`${at}/`)
    await see(page.getByText('Nobody is signed in.')).toBeVisible()
    await seeSiteSignedOut(page)
  },
)

test('revoking an application on the account page ends its tokens and asks for consent again', async () => {
  const page = await newPage()
  await signInByLink(page, product, 'joan@example.org', '/')
  await signIn(page)
  await button(page, 'Allow').click()
  await see(page.getByText('Signed in as joan@example.org.')).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Remove Reader', exact: true }).click()
  await button(page, 'Remove').click()
  // The question takes the place of the row until it is done.
  await see(page.getByText('Remove Reader?')).toHaveCount(0)
  await see(page.getByRole('button', { name: 'Remove Reader', exact: true })).toHaveCount(0)

  await page.goto(`${home}/renew`)
  await see(page.getByText('Nobody was signed in: invalid_grant.')).toBeVisible()
  await page.goto(`${home}/sign-in`)
  await see(page.getByRole('heading', { name: 'Sign in to Reader with' })).toBeVisible()
})

test('a user who denies consent returns to the application, which gets access_denied', async () => {
  const page = await newPage()
  await signInByLink(page, product, 'grace@example.org', '/')
  await signIn(page)
  await button(page, 'Deny').click()
  await page.waitForURL(`${home}/back?**`)
  await see(page.getByText('Nobody was signed in: access_denied.')).toBeVisible()
})

test('a logged-out user is not asked to log in for an unknown application or redirect URI', async () => {
  const page = await newPage()
  const asked = new URLSearchParams({ client_id: 'nobody', redirect_uri: `${home}/back`, response_type: 'code' })
  await page.goto(`/oauth/authorize?${asked}`)
  await see(page.getByText('The application is not known.')).toBeVisible()
  await signIn(page)
  const evil = page.url().replace(encodeURIComponent(home), encodeURIComponent('https://evil.example'))
  await page.goto(evil)
  await see(
    page.getByText('The application wants its answer at an address that is not registered for it.'),
  ).toBeVisible()
  await see(page.locator('#login-modal')).toBeHidden()
})

test('an unsupported request returns to its application with an error', async () => {
  const page = await newPage()
  await signInByLink(page, product, 'edith@example.org', '/')
  await page.goto(home)
  const led = page.waitForURL(`${product.origin}/oauth/authorize?**`)
  await page.getByRole('link', { name: 'Sign in with Corroborate' }).click()
  await led
  await page.goto(`${page.url()}&request=e30.e30.`)
  await see(page.getByText('Nobody was signed in: invalid_request_object.')).toBeVisible()
})

test('a request sent as a form reaches the consent page like any other', async () => {
  const page = await newPage()
  await signInByLink(page, product, 'mary@example.org', '/')
  await page.route(`${home}/form`, route =>
    route.fulfill({ contentType: 'text/html', body: '<form method="post"></form>' }),
  )
  await signIn(page)
  const { searchParams } = new URL(page.url())
  await page.goto(`${home}/form`)
  await page.evaluate(
    ([action, fields]) => {
      const [form] = document.forms
      for (const [name, value] of Object.entries(fields)) {
        form?.append(Object.assign(document.createElement('input'), { name, value }))
      }
      if (form === undefined) return
      form.action = action
      form.submit()
    },
    [`${product.origin}/oauth/authorize`, Object.fromEntries(searchParams)] as const,
  )
  await see(page.getByRole('heading', { name: 'Sign in to Reader with' })).toBeVisible()
})

test('a log-out without an application asks for confirmation and reports success', async () => {
  const page = await newPage()
  await signInByLink(page, product, 'emmy@example.org', '/')
  await page.goto('/oauth/authorize?flow=logout')
  expect(await (await page.request.get(page.url())).text()).toContain('<title>Log out · Corroborate</title>')
  await see(page.getByRole('heading', { name: 'Log out of Corroborate?' })).toBeVisible()
  await see(page).toHaveTitle('Log out of Corroborate? · Corroborate')
  expect((await axe(page)).violations).toEqual([])
  await button(page, 'No').click()
  await see(page.getByText('You have not been logged out.')).toBeVisible()
  await see(page).toHaveTitle(/^You have not been logged out/)
  await page.goto('/oauth/authorize?state=s&logout_hint=emmy&flow=logout')
  await button(page, 'Yes').click()
  await see(page.getByText('You are logged out of Corroborate.')).toBeVisible()
  await seeSiteSignedOut(page)
})

test('each state of the consent page has its own title', async () => {
  const page = await newPage()
  await page.goto('/oauth/authorize?flow=logout&state=a&state=b')
  await see(page.getByRole('heading', { name: 'Looks like there was an error!' })).toBeVisible()
  await see(page).toHaveTitle('Looks like there was an error! · Corroborate')
  await signIn(page)
  await see(page.locator('#login-modal')).toBeVisible()
  await see(page).toHaveTitle('Log in to continue · Corroborate')
})

test('a user waiting for the provider can retry or return to the application', async () => {
  const page = await newPage()
  await signInByLink(page, product, 'grace@example.org', '/')
  await page.clock.install()
  let isHeld = true
  await page.route('**/oauth/authorize/start', route => (isHeld ? undefined : route.continue()))
  await signIn(page)
  await see(page.getByRole('status', { name: 'Loading', exact: true })).toBeVisible()
  await see(button(page, 'Try again')).toHaveCount(0)
  await page.clock.runFor(9_000)
  await see(page.getByText('This is taking longer than usual.')).toBeVisible()
  expect((await axe(page)).violations).toEqual([])
  await button(page, 'Cancel and go back').click()
  await page.waitForURL(`${home}/**`)

  await signIn(page)
  await see(page.getByRole('status', { name: 'Loading', exact: true })).toBeVisible()
  await page.clock.runFor(9_000)
  isHeld = false
  await button(page, 'Try again').click()
  await see(page.getByRole('heading', { name: 'Sign in to Reader with' })).toBeVisible()
})

/** Posts a decision from a page at `origin` in a user's name and returns the provider's response. */
const answerByForm = async (
  origin: string,
  fields: Readonly<Record<string, string>>,
  session: string,
): Promise<string> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route(`${origin}/form`, route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${product.identity}/sdk/v1/oauth/authorize"></form>`,
    }),
  )
  await page.goto(`${origin}/form`)
  const answered = page.waitForResponse(`${product.identity}/sdk/v1/oauth/authorize`)
  await page.evaluate(
    fields => {
      const [form] = document.forms
      for (const [name, value] of Object.entries(fields)) {
        form?.append(Object.assign(document.createElement('input'), { name, value }))
      }
      form?.submit()
    },
    { ...fields, __Authorization: product.authorization(session) },
  )
  const answer = await answered
  const text = await answer.text()
  await context.close()
  return text
}
