import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnalyticsServer,
  openReaderPage,
  type RunningProduct,
  runProduct,
  startAnalytics,
} from '../../../testing/index.ts'

// The site's part of sign-in on the running product. For the widget in the modal see `login.browser.test.ts`.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-session-'))
const paper = '/10.48550/arxiv.1706.03762'
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

const link = (page: Page) => page.locator('#login-link')
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('stytch_session_token'), localStorage.getItem('stytch_user_id')])
const expectStored = (page: Page) => expect.poll(() => stored(page))
/** Returns the first link of an address confirmation mail as a path. */
const passwordLink = async (): Promise<string> => {
  const email = somebody()
  await product.sdk('/passwords', { email, password: 'nine-lanterns-by-the-harbour', session_duration_minutes: 60 })
  await product.sdk('/passwords/email/reset/start', {
    email,
    reset_password_redirect_url: `${product.origin}/reset-password`,
  })
  const [{ links }] = await product.mails(email)
  return links[0] ?? ''
}
let people = 0
const somebody = (): string => {
  people += 1
  return `reader${people}@example.org`
}
/** Accepts a session handed over in a URL, and confirms it if the page asks. */
const takeOver = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('button', { name: /^Continue as/ }).click()
}
/** Signs a browser in by handing over a session, as an external sign-in page does. */
const signIn = async (page: Page, email = somebody()) => {
  const session = await product.newSession(email)
  await takeOver(page, `/?auth_success=true&session_token=${session.token}&user_id=${session.userId}`)
  await see(link(page)).toHaveText('Log out')
  await expectStored(page).toEqual([session.token, session.userId])
  return session
}

/** Returns the paths prefetched while the pointer hovers over a link. */
const fetchedAhead = async (page: Page): Promise<() => string[]> => {
  const paths: string[] = []
  const browserOf = await page.context().newCDPSession(page)
  browserOf.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => paths.push(new URL(prefetchUrl).pathname))
  await browserOf.send('Preload.enable')
  return () => paths
}

/** Returns a magic link that was not requested in a browser. */
const mailLink = async (email: string): Promise<string> => {
  const url = `${product.origin}/authenticate`
  await product.sdk('/magic_links/email/login_or_create', {
    email,
    login_magic_link_url: url,
    signup_magic_link_url: url,
  })
  return product.mailedLink(email)
}

describe('session token in a page’s query', () => {
  test('the session is stored, removed from the address bar, and adopts the visitor’s vote', async () => {
    const page = await newPage()
    await page.goto(paper)
    await page.getByRole('button', { name: 'Reliable', exact: true }).click()
    await page.getByText('0 signed in, 1 anonymous').waitFor()
    const { token, userId } = await product.newSession(somebody())
    await takeOver(page, `${paper}?auth_success=true&session_token=${token}&user_id=user-test-evil&keep=this`)
    await page.getByText('1 signed in, 0 anonymous').waitFor()
    await page.waitForURL(`${product.origin}${paper}?keep=this`)
    await see(link(page)).toHaveText('Log out')
    await expectStored(page).toEqual([token, userId])
    await see(page.getByRole('button', { name: 'Reliable', exact: true })).toHaveAttribute('aria-pressed', 'true')
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'corroborate_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  test('an invalid session token changes nothing', async () => {
    const page = await newPage()
    await page.goto(`/?auth_success=true&session_token=${'x'.repeat(43)}&user_id=user-test-1`)
    await page.getByRole('heading', { name: 'This session has ended' }).waitFor()
    await see(page).not.toHaveURL(/session_token/)
    await see(link(page)).toHaveText('Sign up / Log in')
    await expectStored(page).toEqual([null, null])
  })

  test('a session that would replace another names it and can be rejected', async () => {
    const page = await newPage()
    const [mine, theirs] = [somebody(), somebody()]
    const { token } = await signIn(page, mine)
    const other = await product.newSession(theirs)
    await page.goto(`${paper}?auth_success=true&session_token=${other.token}&user_id=${other.userId}`)
    await page.getByRole('heading', { name: `Continue as ${theirs}?` }).waitFor()
    await see(page.getByText(`You are logged in as ${mine} now`)).toBeVisible()
    await page.getByRole('link', { name: 'Stay as I am' }).click()
    await page.waitForURL(product.origin + paper)
    await expectStored(page).toEqual([token, expect.anything()])
    await see(link(page)).toHaveText('Log out')
  })

  // Only a page that the server cannot serve as requested exposes such a URL to our scripts.
  test.each([
    ['of a page that shows an error', '/%zz?auth_success=true&session_token='],
    ['of a refused form', '/10.48550/arxiv.1706.03762/vote?auth_success=true&session_token='],
  ])('the script ignores a session token in the URL %s', async (_, path) => {
    const page = await newPage()
    const { token } = await product.newSession(somebody())
    const elsewhere = product.identity.replace('localhost', '127.0.0.1')
    const target = `${product.origin}${path}${token}&user_id=user-test-evil`
    await page.route(`${elsewhere}/`, route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${target}"><button>Go</button></form>`,
      }),
    )
    await page.goto(`${elsewhere}/`)
    await page.getByRole('button').click()
    await see(link(page)).toHaveText('Sign up / Log in')
    await page.waitForLoadState('networkidle')
    await expectStored(page).toEqual([null, null])
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('corroborate_session')
  })

  test('a session token from another site needs confirmation', async () => {
    const page = await newPage()
    const { token } = await product.newSession(somebody())
    // Another host: for a browser, another site.
    const elsewhere = product.identity.replace('localhost', '127.0.0.1')
    const target = `${product.origin}${paper}?auth_success=true&session_token=${token}&user_id=user-test-evil`
    await page.route(`${elsewhere}/`, route =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${target}">A paper</a>` }),
    )
    await page.goto(`${elsewhere}/`)
    await page.getByRole('link').click()
    await page.getByRole('heading', { name: /^Continue as reader\d+@example\.org\?$/ }).waitFor()
    await see(page).not.toHaveURL(/session_token/)
    await see(link(page)).toHaveText('Sign up / Log in')
    await expectStored(page).toEqual([null, null])
    await page.getByRole('button', { name: /Continue as/ }).click()
    await page.waitForURL(`${product.origin}${paper}`)
    await see(link(page)).toHaveText('Log out')
    await expectStored(page).toEqual([token, expect.anything()])
  })
})

describe('stored session', () => {
  test('a stored session is checked on each page and deleted when it ended', async () => {
    const page = await newPage()
    const { token } = await signIn(page)
    const checked = (status: number) =>
      page.waitForResponse(
        response => response.url().includes('/authenticate?session_token=') && response.status() === status,
      )
    // Awaited, since a check that comes after the end would delete the session before the next page.
    const valid = checked(200)
    await page.goto(paper)
    await valid
    await see(link(page)).toHaveText('Log out')
    await product.sdk('/sessions/revoke', {}, token)
    const ended = checked(401)
    await page.goto(paper)
    await ended
    await see(link(page)).toHaveText('Sign up / Log in')
    await expectStored(page).toEqual([null, null])
    await page.reload()
    await see(link(page)).toHaveText('Sign up / Log in')
  })

  test('a stored session survives unrelated errors', async () => {
    const page = await newPage()
    const { token } = await signIn(page)
    for (const status of [500, 503, 429]) {
      await page.route('**/authenticate?session_token=*', route => route.fulfill({ status }), { times: 1 })
      const asked = page.waitForResponse(response => response.status() === status)
      await page.goto(paper)
      await asked
      await see(link(page)).toHaveText('Log out')
      await expectStored(page).toEqual([token, expect.anything()])
    }
  })

  test('an ended session is fully deleted while the header shows the cookie’s session', async () => {
    const page = await newPage()
    await signIn(page)
    const { token } = await product.newSession(somebody())
    await product.sdk('/sessions/revoke', {}, token)
    await page.evaluate(stale => {
      localStorage.setItem('stytch_session_token', stale)
      localStorage.setItem('stytch_redirect_url', `${location.origin}/search?q=old`)
    }, token)
    await page.goto(paper)
    await expectStored(page).toEqual([null, null])
    expect(await page.evaluate(() => localStorage.getItem('stytch_redirect_url'))).toBeNull()
    await see(link(page)).toHaveText('Log out')
    await page.reload()
    await see(link(page)).toHaveText('Log out')
  })

  test('`clear_session` ends the session from our own page, and asks first when typed in the address bar', async () => {
    const page = await newPage()
    const { token } = await signIn(page)
    await page.goto(`${paper}?clear_session=true`)
    await page.getByRole('heading', { name: 'Log out?' }).waitFor()
    await expectStored(page).toEqual([token, expect.anything()])
    await page.goto(paper)
    await page.evaluate(() => location.assign('?clear_session=true'))
    await page.waitForURL(`${product.origin}${paper}`)
    await expectStored(page).toEqual([null, null])
    await see(link(page)).toHaveText('Sign up / Log in')
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('corroborate_session')
  })

  test('`clear_session` from another site only asks', async () => {
    const page = await newPage()
    const { token } = await signIn(page)
    const elsewhere = product.identity.replace('localhost', '127.0.0.1')
    await page.route(`${elsewhere}/`, route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${product.origin}${paper}?clear_session=true">Win</a>
          <form method="post" action="${product.origin}/%zz?clear_session=true"><button>Win</button></form>`,
      }),
    )
    await page.goto(`${elsewhere}/`)
    await page.getByRole('button').click()
    await page.waitForLoadState('networkidle')
    await expectStored(page).toEqual([token, expect.anything()])
    await page.goto(`${elsewhere}/`)
    await page.getByRole('link').click()
    await page.getByRole('heading', { name: 'Log out?' }).waitFor()
    await expectStored(page).toEqual([token, expect.anything()])
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(product.origin + paper)
    await see(link(page)).toHaveText('Sign up / Log in')
    await expectStored(page).toEqual([null, null])
  })

  test('a session ended in one tab ends in the others', async () => {
    const page = await newPage()
    await signIn(page)
    const other = await page.context().newPage()
    await other.goto(paper)
    await see(link(other)).toHaveText('Log out')
    await link(page).click()
    await see(link(other)).toHaveText('Sign up / Log in')
  })
})

describe('logging out', () => {
  test('logging out returns to the page and ends the session', async () => {
    const page = await newPage()
    const { token } = await signIn(page)
    await page.goto(paper)
    await link(page).click()
    await see(link(page)).toHaveText('Sign up / Log in')
    await page.waitForURL(`${product.origin}${paper}`)
    await expectStored(page).toEqual([null, null])
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('corroborate_session')
    await expect(product.sdk('/sessions/authenticate', {}, token)).rejects.toThrow()
  })

  test('a log-out link from another site asks for confirmation', async () => {
    const page = await newPage()
    await signIn(page)
    const elsewhere = product.identity.replace('localhost', '127.0.0.1')
    await page.route(`${elsewhere}/`, route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<img src="${product.origin}/logout" alt=""><a href="${product.origin}/logout">Win</a>`,
      }),
    )
    await page.goto(`${elsewhere}/`)
    await page.getByRole('link').click()
    await page.getByRole('heading', { name: 'Log out?' }).waitFor()
    await page.getByRole('link', { name: 'Stay logged in' }).click()
    await see(link(page)).toHaveText('Log out')
    await page.goto(`${elsewhere}/`)
    await page.getByRole('link').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await see(link(page)).toHaveText('Sign up / Log in')
  })

  test('hovering the link or going back does not log out', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto(paper)
    const fetched = await fetchedAhead(page)
    await link(page).hover()
    // By when the browser has fetched another page that is pointed at, it would have fetched that of this link.
    const another = await page.context().newPage()
    await another.goto(paper)
    const ahead = await fetchedAhead(another)
    await another.getByRole('link', { name: 'About' }).first().hover()
    await expect.poll(ahead).toContain('/about')
    expect(fetched()).not.toContain('/logout')
    await page.reload()
    await see(link(page)).toHaveText('Log out')
    await link(page).click()
    await see(link(page)).toHaveText('Sign up / Log in')
    await page.goBack()
    await see(link(page)).toHaveText('Sign up / Log in')
  })
})

describe('magic link', () => {
  test('a magic link opened elsewhere needs one click, and signs up the first time', async () => {
    const page = await newPage()
    const email = somebody()
    await page.goto(await mailLink(email))
    await page.getByRole('heading', { name: 'Confirm your login' }).waitFor()
    await see(page.getByText(`This link will log you in as ${email}.`)).toBeVisible()
    await page.waitForURL(`${product.origin}/authenticate`)
    // Its script has had its say by then.
    await page.waitForLoadState('networkidle')
    await expectStored(page).toEqual([null, null])
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`${product.origin}/`)
    await see(link(page)).toHaveText('Log out')
    expect(await analytics.next('identify')).toMatchObject({
      traits: {
        name: email,
        email,
        authentication_method: 'magic_link',
        last_login: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
    expect(await analytics.next('signup')).toMatchObject({ properties: { authentication_method: 'magic_link' } })
  })

  test('the magic link button works before the script has loaded', async () => {
    const page = await newPage()
    const email = somebody()
    await page.route('**/assets/*.js', route => route.abort())
    await page.goto(await mailLink(email))
    await page.getByRole('button', { name: 'Log in' }).click()
    // The next page has its script again.
    await page.unroute('**/assets/*.js')
    await page.goto(paper)
    await see(link(page)).toHaveText('Log out')
    await expectStored(page).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^user-/)])
    const [, userId] = await stored(page)
    expect(await analytics.next('identify', userId)).toMatchObject({
      traits: { name: email, email, authentication_method: 'magic_link' },
    })
    expect(await analytics.next('signup', userId)).toMatchObject({
      properties: { authentication_method: 'magic_link' },
    })
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('corroborate_session_news')
  })

  test('a used magic link shows an error and offers a new one', async () => {
    const email = somebody()
    const mailed = await mailLink(email)
    const first = await newPage()
    await first.goto(mailed)
    await first.getByRole('button', { name: 'Log in' }).click()
    await see(link(first)).toHaveText('Log out')
    const page = await newPage()
    await page.goto(mailed)
    await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor()
    await see(page.getByText(/used already or has expired/)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await see(page.locator('#login-modal')).toBeVisible()
  })

  test('a magic link used while its page is open shows an error and offers a new one', async () => {
    const mailed = await mailLink(somebody())
    const [first, page] = [await newPage(), await newPage()]
    await page.goto(mailed)
    // The message and its link are rendered by the script. Without it, the server responds to the form with a page.
    await page.waitForLoadState('networkidle')
    await first.goto(mailed)
    await first.getByRole('button', { name: 'Log in' }).click()
    await see(link(first)).toHaveText('Log out')
    await page.getByRole('button', { name: 'Log in' }).click()
    await see(page.getByRole('alert')).toContainText('used already or has expired')
    await page.getByRole('link', { name: 'Log in another way' }).click()
    await see(page.locator('#login-modal')).toBeVisible()
  })

  test('another user’s magic link asks first while waiting for one’s own, which needs no click', async () => {
    const page = await newPage()
    const [mine, theirs] = [somebody(), somebody()]
    await page.goto(paper)
    await link(page).click()
    await page.locator('#login-modal').getByLabel('Email').fill(mine)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.goto(await mailLink(theirs))
    await see(page.getByText(`This link will log you in as ${theirs}.`)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectStored(page).toEqual([null, null])
    await see(page.getByRole('heading', { name: 'Confirm your login' })).toBeVisible()
    const [{ links }] = await product.mails(mine)
    await page.goto(links[0] ?? '')
    await page.waitForURL(product.origin + paper)
    await expectStored(page).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^user-/)])
  })

  test('a magic link requested without JavaScript is recognized once JavaScript is back', async () => {
    const page = await newPage()
    const email = somebody()
    await page.route('**/assets/*.js', route => route.abort())
    await page.goto(`/login?redirect_url=${encodeURIComponent(paper)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByText(`An email was sent to ${email}.`).waitFor()
    await page.unroute('**/assets/*.js')
    const [{ links }] = await product.mails(email)
    await page.goto(links[0] ?? '')
    await see(link(page)).toHaveText('Log out')
    await expectStored(page).toEqual([expect.anything(), expect.anything()])
  })
})

describe('without JavaScript', () => {
  test('a reader signs up by magic link, returns to the paper with their vote, and logs out', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    const email = somebody()
    await page.goto(paper)
    await page.getByRole('button', { name: 'Not reliable' }).click()
    await page.getByText('Thanks!').waitFor()
    await link(page).click()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await see(page.getByRole('alert')).toHaveText('Invalid email address')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.getByText(`An email was sent to ${email}.`).waitFor()
    const [{ links }] = await product.mails(email)
    await page.goto(links[0] ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`${product.origin}${paper}`)
    await see(link(page)).toHaveText('Log out')
    await page.getByText('Thanks!').waitFor()
    await link(page).click()
    await see(link(page)).toHaveText('Sign up / Log in')
  })
})

test('the first link of a confirmation email verifies the address without JavaScript and explains it', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  const email = somebody()
  const password = 'nine-lanterns-by-the-harbour'
  const { session_token } = await product.sdk('/passwords', { email, password, session_duration_minutes: 60 })
  const host = new URL(product.origin).hostname
  await page
    .context()
    .addCookies([{ name: 'corroborate_session', value: `${session_token}.`, domain: host, path: '/' }])
  await page.goto(paper)
  await see(page.locator('#logged-in-as')).toContainText(email)
  await see(page.getByText('Check your email to confirm your address.')).toBeVisible()
  const [{ links }] = await product.mails(email)
  await page.goto(links[0] ?? '')
  await see(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await see(page.getByText(email).first()).toBeVisible()
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await see(page.getByRole('alert')).not.toBeEmpty()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await see(link(page)).toHaveText('Log out')
  await see(page.getByText('Check your email to confirm your address.')).toHaveCount(0)
})

test('the login pages are accessible and do not overflow in any theme', async () => {
  const page = await newPage({ reducedMotion: 'reduce' })
  const { token } = await product.newSession(`${'long-address'.repeat(3)}@example.org`)
  const fromElsewhere = { 'sec-fetch-site': 'cross-site' }
  const pages = [
    ['login', '/login', {}],
    ['link', await mailLink(`${'another-address'.repeat(3)}@example.org`), {}],
    ['used', `/authenticate?stytch_token_type=magic_links&token=${'x'.repeat(43)}`, {}],
    ['ended', `/authenticate?session_token=${'x'.repeat(43)}`, {}],
    ['confirm', `/authenticate?session_token=${token}`, fromElsewhere],
    ['log out', '/logout', fromElsewhere],
    ['new password', await passwordLink(), {}],
    ['refused elsewhere', '/authenticate?error=access_denied', {}],
    ['back from elsewhere', `/authenticate?stytch_token_type=oauth&token=${'x'.repeat(43)}`, {}],
    ['try again', `/authenticate?stytch_token_type=magic_links&token=${'x'.repeat(2_000)}`, {}],
  ] as const
  for (const [name, path, headers] of pages) {
    await page.route('**/*', route => route.continue({ headers: { ...route.request().headers(), ...headers } }), {
      times: 1,
    })
    await page.goto(path)
    expect(await faultsInEveryLook(page), name).toEqual([])
  }
})
