import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, plugInWallet, see } from '@corroborate/server-kit/testing/browser'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GuardedPerson, newGuardedPerson, openVisitor } from './testing/index.ts'

// Runs every example for a user with an authenticator app. They are signed in only after both factors.

let browser: Browser
let dataDir: string
let provider: string
let examples: RunningServer
let publicToken: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'guarded-examples-'))
  const identityPort = await freePort()
  provider = `http://localhost:${identityPort}`
  const environment = { DATA_DIR: dataDir, IDENTITY_PORT: String(identityPort), LIMITS_SCALE: '1000' }
  ;[browser, examples] = await Promise.all([
    openBrowser(),
    runServer(join(import.meta.dirname, 'server/cli.ts'), environment, ['--port', String(await freePort())]),
  ])
  const page = await (await fetch(`${examples.origin}/plain-script/`)).text()
  publicToken = /publicToken: '([^']+)'/.exec(page)?.[1] ?? ''
})
afterAll(async () => {
  await browser?.close()
  await examples?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const enterEmail = async (page: Page, { email }: GuardedPerson) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
}
const byLink = (path: string) => async (page: Page, person: GuardedPerson) => {
  await enterEmail(page, person)
  await see(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await person.mailedLink(path))
}
const byCode = async (page: Page, person: GuardedPerson) => {
  await enterEmail(page, person)
  await page.getByRole('textbox', { name: 'Passcode' }).fill(await person.mailedCode())
}
const byPassword = async (page: Page, person: GuardedPerson) => {
  await enterEmail(page, person)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
/** Signs in with the browser's wallet, which is the person's already. */
const byWallet = async (page: Page) => page.getByRole('button', { name: 'Continue with Other Solana Wallet' }).click()

const asksForCode = (page: Page) => see(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
const proveSecond = async (page: Page, person: GuardedPerson) => {
  await page.getByLabel('Code from the app').fill(person.appCode())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const signedIn = /Signed in|You are user/

test.each<{ path: string; prove: (page: Page, person: GuardedPerson) => Promise<unknown> }>([
  { path: '/plain-script/', prove: byLink('/plain-script/') },
  { path: '/react/', prove: byPassword },
  { path: '/custom-element/', prove: byCode },
  { path: '/shadow-dom-csp/', prove: byCode },
  { path: '/backend/', prove: byCode },
])('$path signs in a user with an authenticator app only after the second factor', async ({ path, prove }) => {
  const person = await newGuardedPerson({ provider, publicToken }, `guarded${path.replaceAll('/', '-')}x@example.org`)
  const { page } = await openVisitor(browser)
  const isNotSignedIn = async () => {
    await asksForCode(page)
    await see(page.locator('body')).not.toHaveText(signedIn)
  }
  await page.goto(examples.origin + path)
  await prove(page, person)
  await isNotSignedIn()
  await page.goto(examples.origin + path)
  await isNotSignedIn()
  const tab = await page.context().newPage()
  await tab.goto(examples.origin + path)
  await asksForCode(tab)
  await see(tab.locator('body')).not.toHaveText(signedIn)

  await proveSecond(page, person)
  await see(page.locator('body')).toHaveText(signedIn)
  await see(tab.locator('body')).toHaveText(signedIn)
})

test('the wallet page asks for the second factor', async () => {
  const person = await newGuardedPerson({ provider, publicToken }, 'guarded-wallet@example.org')
  const { page } = await openVisitor(browser)
  await plugInWallet(page.context())
  await page.goto(`${examples.origin}/react/`)
  await byPassword(page, person)
  await asksForCode(page)
  await proveSecond(page, person)
  await see(page.getByText(signedIn)).toBeVisible()
  // A signed-in user adds a wallet to their account.
  await page.goto(`${examples.origin}/wallets/`)
  await page.evaluate('form.hidden = false')
  await byWallet(page)
  await see(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.goto(`${examples.origin}/wallets/`)
  await byWallet(page)
  await asksForCode(page)
  await see(page.locator('#who')).toHaveText('')
  await see(page.getByRole('listitem')).toHaveCount(0)
  await proveSecond(page, person)
  await see(page.locator('#who')).toHaveText('Signed in with:')
})

test('the backend rejects a session without its second factor, by JWT and by token', async () => {
  const person = await newGuardedPerson({ provider, publicToken }, 'guarded-backend@example.org')
  const { page } = await openVisitor(browser)
  await page.goto(`${examples.origin}/backend/`)
  const ask = async (...names: string[]): Promise<unknown> => {
    const cookies = (await page.context().cookies()).filter(({ name }) => names.includes(name))
    expect(cookies).toHaveLength(names.length)
    const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    const answer = await fetch(`${examples.origin}/backend/me`, { headers })
    return ((await answer.json()) as { user_id: unknown }).user_id
  }
  const asked = async () => [
    await ask('stytch_session_jwt'),
    await ask('stytch_session'),
    await ask('stytch_session', 'stytch_session_jwt'),
  ]
  await byCode(page, person)
  await asksForCode(page)
  expect(await asked()).toEqual([null, null, null])
  await proveSecond(page, person)
  await see(page.locator('#answer')).toHaveText(/^You are user-test-/)
  const id = (await page.locator('#answer').textContent())?.slice('You are '.length, -1)
  expect(await asked()).toEqual([id, id, id])
})
