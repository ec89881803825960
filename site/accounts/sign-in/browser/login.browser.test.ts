import { pbkdf2Sync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { axe, faultsInEveryLook, openBrowser, plugInAuthenticator, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnalyticsServer,
  openReaderPage,
  type RunningProduct,
  runProduct,
  startAnalytics,
} from '../../../testing/index.ts'

// End-to-end login journeys with the widget in the site's modal on the running product, with mail read from the mailbox.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-login-'))
const identityCli = fileURLToPath(new URL('../../../../identity/cli.ts', import.meta.url))
const paper = '/10.48550/arxiv.1706.03762'
const password = 'quiet-otters-fold-paper'
let product: RunningProduct
let analytics: AnalyticsServer
let browser: Browser

beforeAll(async () => {
  analytics = await startAnalytics()
  product = await runProduct(dataDir, { ANALYTICS_URL: analytics.url })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await analytics?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const newPage = (options?: BrowserContextOptions) => openReaderPage(browser, product, options)

let people = 0
const somebody = (): string => {
  people += 1
  return `person${people}@example.org`
}
const link = (page: Page) => page.locator('#login-link')
const modal = (page: Page) => page.locator('#login-modal')
const button = (page: Page, name: string) => modal(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => modal(page).getByRole('heading', { name, exact: true })

const openModal = async (page: Page, path = paper): Promise<void> => {
  await page.goto(path)
  await link(page).click()
  await see(heading(page, 'Sign up or log in')).toBeVisible()
}
const enterEmail = async (page: Page, email: string): Promise<void> => {
  await modal(page).getByLabel('Email').fill(email)
  await button(page, 'Continue with email').click()
}
const enterPassword = async (page: Page, text: string): Promise<void> => {
  await modal(page).getByLabel('Password', { exact: true }).fill(text)
  await see(button(page, 'Continue')).toBeEnabled()
  await button(page, 'Continue').click()
}
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('stytch_redirect_url'), localStorage.getItem('stytch_session_token')])
/** Signed in, the modal gone, and where they were. */
const isIn = async (page: Page, path = paper): Promise<void> => {
  await see(link(page)).toHaveText('Log out')
  await see(modal(page)).toBeHidden()
  // 'Log out' also appears briefly on the magic link's page.
  await page.waitForURL(product.origin + path)
  await expect.poll(() => stored(page)).toEqual([null, expect.stringMatching(/^[\w-]{43}$/)])
}
/** Returns the analytics events of the signed-in reader. */
const reported = async (page: Page, name: string) =>
  analytics.next(name, await page.evaluate(() => localStorage.getItem('stytch_user_id')))
const logOut = async (page: Page): Promise<void> => {
  await link(page).click()
  await see(link(page)).toHaveText('Sign up / Log in')
}
const addAccount = async (email: string): Promise<void> => {
  await product.sdk('/passwords', { email, password, session_duration_minutes: 60 })
}
/** Requests a password reset and returns the emailed link. */
const resetLink = async (page: Page, email: string): Promise<string> => {
  await openModal(page)
  await enterEmail(page, email)
  await button(page, 'Forgot Password?').click()
  const [{ links }] = await product.mails(email)
  return links.find(url => url.includes('stytch_token_type=reset_password')) ?? ''
}
/** Imports an account with a password that would be rejected here. */
const importAccount = async (email: string, leaked: string): Promise<void> => {
  const salt = Buffer.from('a salt of 16 by.')
  const hash = pbkdf2Sync(leaked, salt, 1000, 32, 'sha256')
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '.').replaceAll('=', '')
  const line = { email, email_verified: true, password_hash: `$pbkdf2-sha256$1000$${unpadded(salt)}$${unpadded(hash)}` }
  await runCommand(identityCli, ['user', 'import', '-'], { DATA_DIR: dataDir }, JSON.stringify(line))
}

describe('magic link', () => {
  test('a reader signs up, logs out and logs in, each with one click in the email', async () => {
    const page = await newPage()
    const email = somebody()
    await page.goto(paper)
    await page.getByRole('button', { name: 'Reliable', exact: true }).click()
    await page.getByText('0 signed in, 1 anonymous').waitFor()
    await link(page).click()
    await enterEmail(page, email)
    await button(page, 'Email me a login link').click()
    await see(heading(page, 'Check your email')).toBeVisible()
    const [first] = await product.mails(email)
    // In the requesting browser, the page submits automatically.
    await page.goto(first.links[0] ?? '')
    await isIn(page)
    await page.getByText('1 signed in, 0 anonymous').waitFor()
    expect(await reported(page, 'signup')).toMatchObject({ properties: { authentication_method: 'magic_link' } })

    await logOut(page)
    await link(page).click()
    await enterEmail(page, email)
    await see(modal(page).getByText(`An email was sent to ${email}.`)).toBeVisible()
    const [second] = await product.mails(email, 2)
    await page.goto(second.links[0] ?? '')
    await isIn(page)
    expect(await reported(page, 'login')).toMatchObject({ properties: { authentication_method: 'magic_link' } })
  })

  test('a reader who came by magic link registers a passkey and logs in with it', async () => {
    const page = await newPage({ viewport: { width: 320, height: 800 } })
    await plugInAuthenticator(page)
    const email = somebody()
    // In a browser that has none, nothing is offered.
    await openModal(page)
    await enterEmail(page, email)
    await button(page, 'Email me a login link').click()
    await see(heading(page, 'Check your email')).toBeVisible()
    const [{ links }] = await product.mails(email)
    await page.goto(links[0] ?? '')
    await isIn(page)

    await page.goto('/account')
    const place = page.getByRole('region', { name: 'Passkeys' })
    await place.getByRole('button', { name: 'Add a passkey' }).click()
    await see(place.getByRole('listitem')).toHaveCount(1)
    expect((await axe(page)).violations).toEqual([])

    await logOut(page)
    await page.goto(paper)
    await link(page).click()
    await isIn(page)
    expect(await reported(page, 'login')).toMatchObject({ properties: { authentication_method: 'passkey' } })
  })

  test('a magic link opened in another tab closes the modal of the first', async () => {
    const page = await newPage()
    const email = somebody()
    await openModal(page)
    await enterEmail(page, email)
    await button(page, 'Email me a login link').click()
    await see(heading(page, 'Check your email')).toBeVisible()
    const [{ links }] = await product.mails(email)
    const other = await page.context().newPage()
    await other.goto(links[0] ?? '')
    await isIn(other)
    await see(modal(page)).toBeHidden()
    await see(page.locator('.siw')).toHaveCount(0)
    await see(link(page)).toHaveText('Log out')
  })
})

describe('Google', () => {
  const chooses = async (page: Page, email: string): Promise<void> => {
    await button(page, 'Continue with Google').click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('a reader signs up from a paper, cancels once, and logs in; the callback is useless elsewhere', async () => {
    const page = await newPage()
    const email = somebody()
    const landings: string[] = []
    page.on('request', request => request.url().includes('stytch_token_type=oauth') && landings.push(request.url()))
    await openModal(page)
    await chooses(page, email)
    await isIn(page)
    expect(await reported(page, 'signup')).toMatchObject({ properties: { authentication_method: 'oauth_google' } })

    await logOut(page)
    await link(page).click()
    await button(page, 'Continue with Google').click()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await see(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible()
    await see(page.getByText('The sign-in was cancelled.')).toBeVisible()
    await page.getByRole('link', { name: 'Log in another way' }).click()
    await chooses(page, email)
    await isIn(page)
    expect(await reported(page, 'login')).toMatchObject({ properties: { authentication_method: 'oauth_google' } })

    const stranger = await newPage()
    await stranger.goto(landings.at(-1) ?? '')
    await see(stranger.getByRole('alert')).toContainText('This login was started in another browser')
    await see(stranger.getByRole('link', { name: 'Log in another way' })).toBeVisible()
    await see(stranger.getByRole('button', { name: 'Log in', exact: true })).toHaveCount(0)
    expect(await stored(stranger)).toEqual([null, null])
  })
})

describe('Google in two tabs', () => {
  test('both tabs complete, even the one started first', async () => {
    const first = await newPage()
    const second = await first.context().newPage()
    const email = somebody()
    for (const page of [first, second]) {
      await openModal(page)
      await button(page, 'Continue with Google').click()
      await see(page.getByLabel('Email address')).toBeVisible()
    }
    for (const page of [first, second]) {
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Continue' }).click()
      await isIn(page)
    }
  })
})

describe('one-time passcode', () => {
  const askForCode = async (page: Page, email: string): Promise<string> => {
    await openModal(page)
    await button(page, 'Get a code by email instead').click()
    await enterEmail(page, email)
    await button(page, 'Email me a login code').click()
    await see(modal(page).getByLabel('Passcode')).toBeFocused()
    const [{ code }] = await product.mails(email)
    return code ?? ''
  }

  test('a wrong code shows an error and the right one submits itself', async () => {
    const page = await newPage()
    const code = await askForCode(page, somebody())
    await page.keyboard.type(code === '000000' ? '111111' : '000000')
    await see(modal(page).getByText('Invalid passcode, please try again.')).toBeVisible()
    await modal(page).getByLabel('Passcode').fill('')
    await modal(page).getByLabel('Passcode').pressSequentially(code)
    await isIn(page)
    expect(await reported(page, 'signup')).toMatchObject({ properties: { authentication_method: 'otp' } })
  })

  test('a reader requests another code and pastes it', async () => {
    const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    const email = somebody()
    const older = await askForCode(page, email)
    await button(page, 'Resend code').click()
    await see(modal(page).getByText('Code resent')).toBeVisible()
    const [{ code }] = await product.mails(email, 2)
    await page.evaluate(text => navigator.clipboard.writeText(text), older)
    await modal(page).getByLabel('Passcode').focus()
    await page.keyboard.press('Control+V')
    await see(modal(page).getByText('Invalid passcode, please try again.')).toBeVisible()
    await page.evaluate(text => navigator.clipboard.writeText(text), code ?? '')
    await modal(page).getByLabel('Passcode').fill('')
    await page.keyboard.press('Control+V')
    await isIn(page)
  })

  test('an expired code shows an error and offers a new one', async () => {
    const page = await newPage()
    await page.clock.install()
    await askForCode(page, somebody())
    await page.clock.fastForward('05:01')
    await see(modal(page).getByText('Your code has expired.')).toBeVisible()
    await button(page, 'Resend code').click()
    await see(modal(page).getByText(/^Your code expires in/)).toBeVisible()
  })

  test('a reader who prefers codes gets one the next time too', async () => {
    const page = await newPage()
    await askForCode(page, somebody())
    await openModal(page)
    await see(button(page, 'Get a link by email instead')).toBeVisible()
  })
})

describe('password', () => {
  test('a reader sets a password with a strength meter and is warned of a breached one', async () => {
    const page = await newPage()
    const email = somebody()
    await openModal(page)
    await enterEmail(page, email)
    const field = modal(page).getByLabel('Password', { exact: true })
    await field.fill('password1234')
    await see(modal(page).getByText(/may have been used on a different site/)).toBeVisible()
    await see(button(page, 'Continue')).toBeDisabled()
    // Seen for a second at least before the modal goes.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('#login-modal h2')?.textContent?.startsWith('Success')) return
        observer.disconnect()
        sessionStorage.setItem('shown', String(Date.now()))
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      addEventListener('pagehide', () => sessionStorage.setItem('left', String(Date.now())))
    })
    await enterPassword(page, password)
    await see(heading(page, 'Success!')).toBeVisible()
    await isIn(page)
    const seen = await page.evaluate(
      () => Number(sessionStorage.getItem('left')) - Number(sessionStorage.getItem('shown')),
    )
    expect(seen).toBeGreaterThanOrEqual(990)
    // At once, on the page they come back to.
    await see(page.getByRole('form', { name: 'Your address' })).toContainText(
      'Check your email to confirm your address.',
    )
    await see(page.locator('#logged-in-as')).toContainText(email)
    expect(await reported(page, 'identify')).toMatchObject({
      traits: { name: email, authentication_method: 'password' },
    })
    expect(await reported(page, 'signup')).toMatchObject({ properties: { authentication_method: 'password' } })
  })

  test('a wrong password shows an error, and the right one logs in', async () => {
    const page = await newPage()
    const email = somebody()
    await addAccount(email)
    await openModal(page, `${paper}?from=here`)
    await enterEmail(page, email)
    await enterPassword(page, 'not-quite-it')
    await see(modal(page).getByText('The e-mail address or password is not right.')).toBeVisible()
    await enterPassword(page, password)
    await isIn(page, `${paper}?from=here`)
    expect(await reported(page, 'login')).toMatchObject({ properties: { authentication_method: 'password' } })
  })

  test('a breached password must be replaced through a reset email', async () => {
    const page = await newPage()
    const email = somebody()
    await importAccount(email, 'password1234')
    await openModal(page)
    await enterEmail(page, email)
    await enterPassword(page, 'password1234')
    await see(heading(page, 'Check your email to set a new password')).toBeVisible()
    await see(modal(page).getByText(/^A different site where you use the same password/)).toBeVisible()
    const [{ links }] = await product.mails(email)
    await page.goto(links.find(url => url.includes('stytch_token_type=reset_password')) ?? '')
    await enterPassword(page, password)
    await isIn(page)
  })

  test('a reader resets a forgotten password by email and logs in with it', async () => {
    const page = await newPage()
    const email = somebody()
    const renewed = 'seven-lanterns-by-the-harbour'
    await importAccount(email, password)
    await openModal(page)
    await enterEmail(page, email)
    await button(page, 'Forgot Password?').click()
    await see(modal(page).getByText(`A link to reset your password was sent to you at ${email}.`)).toBeVisible()
    const mails = await product.mails(email, 1)
    const reset =
      mails.flatMap(({ links }) => links).find(url => url.includes('stytch_token_type=reset_password')) ?? ''
    await page.goto(reset)
    await see(heading(page, 'Reset your password')).toBeVisible()
    // 8.6: shows the account of the password.
    await see(modal(page).getByLabel('Email')).toHaveValue(email)
    await see(modal(page).getByLabel('Password', { exact: true })).toBeFocused()
    await page.waitForURL(`${product.origin}/reset-password`)
    await enterPassword(page, renewed)
    // Back to where they were when they wanted to log in.
    await isIn(page)
    await logOut(page)
    await link(page).click()
    await enterEmail(page, email)
    await enterPassword(page, renewed)
    await isIn(page)

    // The link was single-use, which is shown before a password is entered, on every page.
    const other = await newPage()
    await other.goto(reset)
    await see(other.getByText(/used already or has expired/)).toBeVisible()
    const { token } = Object.fromEntries(new URL(reset).searchParams)
    await other.goto(`/?action=reset_password&reset_password_token=${token}`)
    await see(modal(other).getByText(/used already or has expired/)).toBeVisible()
    await see(modal(other).getByLabel('Password', { exact: true })).toHaveCount(0)
  })

  test('the reset page lets a reader log in without setting a new password', async () => {
    const page = await newPage()
    const email = somebody()
    await addAccount(email)
    await page.goto(await resetLink(page, email))
    // For an unverified address, the same link verifies it and says so.
    await see(heading(page, 'Confirm your address')).toBeVisible()
    await button(page, 'Confirm without a password').click()
    await isIn(page)
  })

  test('the email’s log-in link logs in', async () => {
    const page = await newPage()
    const email = somebody()
    await addAccount(email)
    await product.sdk('/passwords/email/reset/start', { email, login_redirect_url: `${product.origin}/authenticate` })
    const [{ links }] = await product.mails(email, 1)
    await page.goto(links.find(url => url.includes('stytch_token_type=login')) ?? '')
    // Before its script is there, the form signs in by the site's cookie alone.
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Log in' }).click()
    await isIn(page, '/')
  })

  test('a reader without a password gets an email at once and may set one', async () => {
    const page = await newPage()
    const email = somebody()
    await product.newSession(email)
    await openModal(page)
    await enterEmail(page, email)
    await see(modal(page).getByText(`An email was sent to ${email}.`)).toBeVisible()
    await button(page, 'Create a password instead').click()
    await see(heading(page, 'Check your email!')).toBeVisible()
    await see(modal(page).getByText(`A link to set a password was sent to you at ${email}.`)).toBeVisible()
    // Alternatives for the email step are not offered here.
    await see(page.getByText('Get a code by email instead')).toBeHidden()
  })
})

describe('login modal', () => {
  test.each([
    ['close_button', (page: Page) => button(page, 'Close').click()],
    ['outside_click', (page: Page) => page.mouse.click(5, 400)],
    ['escape', (page: Page) => page.keyboard.press('Escape')],
  ])('the modal closes by %s, reports it, and restores focus and scrolling', async (method, close) => {
    const page = await newPage({ viewport: { width: 1280, height: 420 } })
    await page.goto(paper)
    await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
    const before = await page.evaluate(() => [scrollY, getComputedStyle(document.documentElement).overflow])
    await link(page).evaluate(element => (element as HTMLElement).focus({ preventScroll: true }))
    await page.keyboard.press('Enter')
    await see(modal(page).getByLabel('Email')).toBeFocused()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await close(page)
    await see(modal(page)).toBeHidden()
    await see(page.locator('.siw')).toHaveCount(0)
    expect(await page.evaluate(() => [scrollY, getComputedStyle(document.documentElement).overflow])).toEqual(before)
    await see(link(page)).toBeFocused()
    expect(await analytics.next('Login Modal Closed')).toMatchObject({ properties: { method } })
  })

  test('the modal stays open when text is selected across its edge or a press starts inside', async () => {
    const page = await newPage()
    await openModal(page)
    const box = await heading(page, 'Sign up or log in').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await heading(page, 'Sign up or log in').click()
    await see(modal(page)).toBeVisible()
  })

  test('the modal traps keyboard focus', async () => {
    const page = await newPage()
    await openModal(page)
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const where = await page.evaluate(() => {
        const at = document.activeElement
        return at === document.body || at?.closest('#login-modal') !== null
      })
      expect(where).toBe(true)
    }
  })

  test('the modal opens and closes repeatedly', async () => {
    const page = await newPage()
    await page.goto('/search?q=attention')
    for (let times = 0; times < 3; times++) {
      await link(page).click()
      await see(heading(page, 'Sign up or log in')).toBeVisible()
      await page.keyboard.press('Escape')
      await see(modal(page)).toBeHidden()
    }
    await see(modal(page)).toHaveCount(0)
  })

  test.each([
    [539, 539],
    [541, 440],
  ])('in a window of %i px the modal is %i px wide', async (width, wide) => {
    const page = await newPage({ viewport: { width, height: 800 } })
    await openModal(page)
    expect((await modal(page).boundingBox())?.width).toBe(wide)
  })

  test('the modal’s code is loaded on demand', async () => {
    const page = await newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect(
      asked.filter(url => /login-modal|sign-in-client|signing-in/.test(url) || url.startsWith(product.identity)),
    ).toEqual([])
    // The link shows the pending state.
    const held = Promise.withResolvers<void>()
    await page.route('**/login-modal*.js', async route => {
      await held.promise
      await route.continue()
    })
    await link(page).click()
    await see(link(page)).toHaveAttribute('aria-busy', 'true')
    held.resolve()
    await see(heading(page, 'Sign up or log in')).toBeVisible()
    await see(link(page)).not.toHaveAttribute('aria-busy')
    expect(asked.filter(url => url.includes('login-modal'))).toHaveLength(1)
  })

  test('the whole sign-up works with the keyboard alone', async () => {
    const page = await newPage()
    const email = somebody()
    await page.goto(paper)
    await link(page).focus()
    await page.keyboard.press('Enter')
    await see(modal(page).getByLabel('Email')).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await see(heading(page, 'Choose how you would like to create your account.')).toBeVisible()
    const field = modal(page).getByLabel('Password', { exact: true })
    for (let presses = 0; presses < 10; presses++) {
      if (await field.evaluate(element => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await see(field).toBeFocused()
    await page.keyboard.type(password)
    await see(button(page, 'Continue')).toBeEnabled()
    await page.keyboard.press('Enter')
    await isIn(page)
  })
})

describe('login error messages', () => {
  /** Mocks one provider response. */
  const answerOnce = (page: Page, path: string, answer: { status: number; contentType: string; body: string }) =>
    page.route(
      `${product.identity}/sdk/v1${path}`,
      route =>
        route.fulfill({
          ...answer,
          headers: { 'access-control-allow-origin': product.origin, 'access-control-allow-credentials': 'true' },
        }),
      { times: 1 },
    )
  const json = (status: number, body: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  })
  const refusal = (error_type: string, error_message: string) =>
    json(400, {
      status_code: 400,
      request_id: 'request-id-test-1',
      error_type,
      error_message,
      error_url: 'https://example.org',
    })

  test.each([
    [
      'an answer that is no JSON',
      { status: 200, contentType: 'text/html', body: '<p>Hello</p>' },
      'Invalid JSON response from our servers.',
    ],
    [
      'a refusal that is no JSON',
      { status: 502, contentType: 'text/html', body: '<p>Bad gateway</p>' },
      'Invalid response from our servers.',
    ],
    [
      'a shape that does not fit',
      json(400, { body: [{ dataPath: '.email', message: 'should be string' }] }),
      /\.email: should be string/,
    ],
    ['a refusal', refusal('too_many_requests', 'Please wait a minute.'), 'Please wait a minute.'],
  ])('an error is shown under the field: %s', async (_, answer, text) => {
    const page = await newPage()
    await openModal(page)
    await answerOnce(page, '/users/search', answer)
    await enterEmail(page, somebody())
    await see(modal(page).getByText(text)).toBeVisible()
    // And nothing is lost by it.
    await button(page, 'Continue with email').click()
    await see(button(page, 'Email me a login link')).toBeVisible()
  })

  test('an invalid email address shows an error', async () => {
    const page = await newPage()
    await openModal(page)
    for (const other of ['Get a code by email instead', 'Get a link by email instead']) {
      await enterEmail(page, 'ada@nowhere')
      await see(modal(page).getByText('Invalid email address', { exact: true })).toBeVisible()
      await button(page, other).click()
      await see(modal(page).getByText('Invalid email address', { exact: true })).toBeHidden()
    }
  })

  test('a link that could not be sent shows an error with a help page', async () => {
    const page = await newPage()
    await openModal(page)
    await enterEmail(page, somebody())
    await answerOnce(
      page,
      '/magic_links/email/login_or_create',
      refusal('no_match', 'This page may not ask for links, see https://example.org/help.'),
    )
    await button(page, 'Email me a login link').click()
    await see(modal(page).getByText('This page may not ask for links')).toBeVisible()
    await see(modal(page).getByRole('link', { name: 'https://example.org/help' })).toBeVisible()
    await button(page, 'Email me a login link').click()
    await see(heading(page, 'Check your email')).toBeVisible()
  })

  test('a code or reset email that could not be resent shows a toast', async () => {
    const page = await newPage()
    const email = somebody()
    await addAccount(email)
    await openModal(page)
    await enterEmail(page, email)
    await button(page, 'Forgot Password?').click()
    await see(heading(page, 'Forgot password?')).toBeVisible()
    await answerOnce(page, '/passwords/email/reset/start', refusal('too_many_requests', 'No more mails today.'))
    await button(page, 'Resend email').click()
    await see(modal(page).getByText('No more mails today.')).toBeVisible()
    await button(page, 'Resend email').click()
    await see(modal(page).getByText('Email resent')).toBeVisible()
  })

  test('a required new password shows the form again with the same link', async () => {
    const page = await newPage()
    const email = somebody()
    await addAccount(email)
    await page.goto(await resetLink(page, email))
    await see(heading(page, 'Confirm your address')).toBeVisible()
    await answerOnce(page, '/passwords/email/reset', refusal('reset_password', 'You must reset your password.'))
    await enterPassword(page, 'seven-lanterns-by-the-harbour')
    await see(modal(page).getByLabel('Password', { exact: true })).toHaveValue('')
    await enterPassword(page, 'nine-lanterns-by-the-harbour')
    await isIn(page)
  })
})

describe('unavailable provider', () => {
  test('the form shows that the provider is unavailable and recovers', async () => {
    const page = await newPage()
    await openModal(page)
    await page.route(`${product.identity}/**`, route => route.abort())
    await enterEmail(page, somebody())
    await see(modal(page).getByText('Unable to contact our servers.')).toBeVisible()
    await page.unroute(`${product.identity}/**`)
    await button(page, 'Continue with email').click()
    await see(heading(page, 'Choose how you would like to create your account.')).toBeVisible()
  })
})

test('the modal is accessible and does not overflow in any theme', async () => {
  const page = await newPage({ reducedMotion: 'reduce' })
  const check = async (name: string) =>
    expect(await faultsInEveryLook(page, { widest: '#login-modal' }), name).toEqual([])
  await openModal(page)
  await check('main')
  await enterEmail(page, somebody())
  await see(heading(page, 'Choose how you would like to create your account.')).toBeVisible()
  await check('new account')
  await page.goto('/?action=reset_password&reset_password_token=abc')
  await see(heading(page, 'Reset your password')).toBeVisible()
  await check('reset')
})
