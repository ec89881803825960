import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, plugInWallet, see, sessionCookies } from '@corroborate/server-kit/testing/browser'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestMail, openVisitor } from './testing/index.ts'

let browser: Browser
let dataDir: string
let provider: string
let examples: RunningServer
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'examples-'))
  const identityPort = await freePort()
  provider = `http://localhost:${identityPort}`
  const environment = { DATA_DIR: dataDir, IDENTITY_PORT: String(identityPort) }
  const [, served] = await Promise.all([
    openBrowser().then(opened => {
      browser = opened
    }),
    runServer(join(import.meta.dirname, 'server/cli.ts'), environment, ['--port', String(await freePort())]),
  ])
  examples = served
})
afterAll(async () => {
  await browser?.close()
  await examples?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

let people = 0
const somebody = () => `example-${++people}@example.org`

const open = async (path: string) => {
  const visitor = await openVisitor(browser)
  await visitor.page.goto(examples.origin + path)
  return visitor
}

const enterEmail = async (page: Page, email: string) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
}

/** Signs in with an email OTP. */
const signInByCode = async (page: Page, email = somebody()) => {
  await enterEmail(page, email)
  await see(page.getByRole('textbox', { name: 'Passcode' })).toBeFocused()
  await page.keyboard.type((await newestMail(provider, email)).code ?? '')
  return email
}

test('the first example page links to all others', async () => {
  const { page, complaints } = await open('/')
  const links = await page.getByRole('list').getByRole('link').all()
  expect(links).toHaveLength(7)
  const headings = []
  for (const link of links) {
    const name = await link.textContent()
    const target = await openVisitor(browser)
    await target.page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
    headings.push([name, await target.page.getByRole('heading', { level: 1 }).textContent()])
    expect(target.complaints).toEqual([])
  }
  for (const [name, heading] of headings) expect(heading).toBe(name)
  expect(complaints).toEqual([])
})

test('the plain script signs in by magic link and signs out', async () => {
  const { page, complaints } = await open('/plain-script/')
  const email = somebody()
  await enterEmail(page, email)
  await see(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto((await newestMail(provider, email)).links[0] ?? '')
  await see(page.getByRole('status').first()).toHaveText(`Signed in as ${email}.`)
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await see(page.getByRole('status').first()).toHaveText(`Signed in as ${email}.`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await see(page.getByRole('heading', { name: /Sign up or log in|Check your email/ })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a used magic link shows an error message', async () => {
  const { page } = await open('/plain-script/')
  const email = somebody()
  await enterEmail(page, email)
  const [link = ''] = (await newestMail(provider, email)).links
  await page.goto(link)
  await see(page.getByRole('status').first()).toHaveText(/^Signed in/)
  const other = await openVisitor(browser)
  await other.page.goto(link)
  await see(other.page.getByRole('status').first()).toHaveText(/expired|used/)
})

test('the React example signs in with a password and resets a forgotten one', async () => {
  const { page, complaints } = await open('/react/')
  const email = somebody()
  await enterEmail(page, email)
  await page.getByLabel('Password', { exact: true }).fill('quiet-otters-fold-paper')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()

  await enterEmail(page, email)
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await see(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  const reset = (await newestMail(provider, email)).links.find(link => link.includes('reset_password'))
  await page.goto(reset ?? '')
  await page.getByLabel('Password', { exact: true }).fill('seven-lanterns-by-the-harbour')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await see(page.getByText(`Signed in as ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await see(page.getByRole('heading', { name: 'Sign up or log in' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the custom element signs in by emailed passcode and fires its event', async () => {
  const { page, complaints } = await open('/custom-element/')
  const email = await signInByCode(page)
  await see(page.getByText('Your passcode has been successfully verified.')).toBeVisible()
  await see(page.locator('#happened')).toHaveText('AUTHENTICATE_FLOW_COMPLETE')
  await see(page.locator('#who')).toHaveText(`Signed in as ${email}.`)
  expect(complaints).toEqual([])
})

test('the shadow root example signs in under a strict CSP without violations', async () => {
  const { page, complaints } = await open('/shadow-dom-csp/')
  await signInByCode(page)
  await see(page.locator('#who')).toHaveText(/^Signed in: user-/)
  await see(page.locator('#violations')).toHaveText('0')
  expect(await page.locator('.siw').evaluate(box => box.getRootNode() instanceof ShadowRoot)).toBe(true)
  expect(complaints).toEqual([])
})

test('a wallet signs up and back in under a strict CSP, and cannot be removed as the last sign-in method', async () => {
  const { page, complaints } = await openVisitor(browser)
  await plugInWallet(page.context())
  await page.goto(`${examples.origin}/wallets/`)
  const signIn = page.getByRole('button', { name: 'Continue with Other Solana Wallet' })
  const entry = page.locator('#wallets li')
  await signIn.click()
  await see(page.locator('#who')).toHaveText('Signed in with:')
  const address = await entry.textContent()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await signIn.click()
  await see(entry).toHaveText(address ?? '')
  await page.getByRole('button', { name: 'Remove' }).click()
  await see(page.locator('#who')).toHaveText('This is the last way to log in to the account and cannot be removed.')
  expect(complaints.filter(complaint => !complaint.includes('400'))).toEqual([])
})

describe('themed page', () => {
  test('the themed page has its own colors, corners, font and copy, in dark mode and in German too', async () => {
    const { page, complaints } = await open('/theming/')
    const box = page.locator('.siw')
    await see(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await see(box).toHaveCSS('background-color', 'rgb(255, 248, 241)')
    await see(box).toHaveCSS('border-radius', '20px')
    await see(box).toHaveCSS('font-family', 'Georgia, serif')
    await see(page.getByLabel('Email')).toHaveCSS('border-radius', '999px')
    await page.getByLabel('Scheme').selectOption('dark')
    await see(box).toHaveCSS('background-color', 'rgb(29, 20, 16)')
    await page.getByLabel('Language').selectOption('de')
    await see(page.getByRole('heading', { name: 'Willkommen' })).toBeVisible()
    expect(complaints).toEqual([])
  })
})

test('the backend identifies the user and ends the session', async () => {
  const { page, complaints } = await open('/backend/')
  const answer = page.locator('#answer')
  await see(answer).toHaveText('Nobody is signed in.')
  await signInByCode(page)
  await see(answer).toHaveText(/^You are user-test-/)
  await page.reload()
  await see(answer).toHaveText(/^You are user-test-/)
  await page.getByRole('button', { name: 'Log out' }).click()
  await see(answer).toHaveText('Nobody is signed in.')
  await see(page.getByLabel('Email')).toBeVisible()
  expect(await sessionCookies(page.context())).toEqual([])
  // The page's client checks its stored session and gets a 401 because it has ended.
  expect(complaints.filter(complaint => !complaint.includes('401'))).toEqual([])
})
