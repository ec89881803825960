import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { axe, openBrowser, plugInAuthenticator, plugInWallet, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loseStorage, openReaderPage, type RunningProduct, runProduct, signInByLink } from '../../../testing/index.ts'

// User journeys on /account with the running product, under the site's own CSP.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-account-'))
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

/** Opens a browser signed in by magic link. */
const signedIn = async (email: string, options: BrowserContextOptions = {}): Promise<{ page: Page; token: string }> => {
  const page = await openReaderPage(browser, product, options)
  const token = await signInByLink(page, product, email, paper)
  return { page, token }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tool = (page: Page, part: string, name: string) =>
  section(page, part).getByRole('button', { name, exact: true }).first()

/** Makes every proof of the account as old as a day. The running provider may be writing: it is waited for. */
const ageProofs = (email: string): void => {
  const db = new DatabaseSync(join(dataDir, 'identity.db'), { timeout: 60_000 })
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  db.prepare(
    `update sessions set factors = json_set(factors, '$[0].last_authenticated_at', ?)
     where user_id in (select user_id from user_emails where email = ?)`,
  ).run(yesterday, email)
  db.close()
}

test('a user sets a name, password and passkey, ends another session, and keeps the last sign-in method', async () => {
  const email = 'ada@example.org'
  const { page } = await signedIn(email, { viewport: { width: 390, height: 844 } })
  await plugInAuthenticator(page)
  const { token: elsewhere } = await product.newSession(email)
  await page.locator('#logged-in-as').click()
  await see(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible()

  const name = section(page, 'Name')
  await tool(page, 'Name', 'Change').click()
  await name.getByLabel('First name').fill('Ada')
  await name.getByLabel('Last name').fill('Lovelace')
  await name.getByRole('button', { name: 'Save' }).click()
  await see(name).toContainText('Ada Lovelace')

  const emails = section(page, 'Email addresses')
  await tool(page, 'Email addresses', `Remove ${email}`).click()
  await emails.getByRole('button', { name: 'Remove', exact: true }).click()
  await see(emails.getByRole('alert')).toContainText('your last login method')
  await emails.getByRole('button', { name: 'Cancel' }).click()
  await see(emails).toContainText(email)

  const sessions = section(page, 'Where you are logged in')
  await see(sessions.getByRole('listitem')).toHaveCount(2)
  await see(sessions).toContainText('this device')
  await sessions.getByRole('button', { name: 'Log out of' }).click()
  await see(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(product.sdk('/sessions/authenticate', {}, elsewhere)).rejects.toThrow('ended')

  // With day-old factors, re-authentication is required, after which the change continues automatically.
  ageProofs(email)
  await tool(page, 'Password', 'Set a password').click()
  await section(page, 'Password').getByLabel('Password', { exact: true }).fill(password)
  await section(page, 'Password').getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await see(dialog).toContainText('We have sent a code')
  expect((await axe(page)).violations).toEqual([])
  await dialog.getByLabel('Code').fill(await product.mailedCode(email))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await see(section(page, 'Password')).toContainText('Password saved')
  await see(section(page, 'Password')).toContainText('You have a password.')

  const passkeys = section(page, 'Passkeys')
  await tool(page, 'Passkeys', 'Add a passkey').click()
  await see(passkeys.getByRole('listitem')).toHaveCount(1)
  await tool(page, 'Passkeys', 'Rename Chrome on Linux').click()
  await passkeys.getByLabel('Passkey name').fill('My laptop')
  await passkeys.getByRole('button', { name: 'Save' }).click()
  await see(passkeys).toContainText('My laptop')
  await see(section(page, 'Recent activity')).toContainText('Passkey renamed')

  // The session went on under other tokens, and the site with it.
  ageProofs(email)
  await page.reload()
  await see(passkeys).toContainText('My laptop')
  await see(page.locator('#login-link')).toHaveText('Log out')
  expect((await axe(page)).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

const chooseAtGoogle = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email address', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}
const byGoogle = async (page: Page, email: string): Promise<void> => {
  await page.goto(paper)
  await page.locator('#login-link').click()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await chooseAtGoogle(page, email)
  await see(page.locator('#login-link')).toHaveText('Log out')
  await page.waitForURL(`**${paper}`)
}
const logOut = async (page: Page): Promise<void> => {
  await page.locator('#login-link').click()
  await see(page.locator('#login-link')).toHaveText('Sign up / Log in')
}
const remove = async (page: Page, part: string, name: string): Promise<void> => {
  await tool(page, part, `Remove ${name}`).click()
  await section(page, part).getByRole('button', { name: 'Remove', exact: true }).click()
}

test('a browser that lost its storage but not its cookie still shows the account', async () => {
  const email = 'hedy@example.org'
  const { page, token } = await signedIn(email)
  await loseStorage(page)
  await page.goto('/account')
  await see(section(page, 'Email addresses')).toContainText(email)
  expect(await page.evaluate(() => localStorage.getItem('stytch_session_token'))).toBe(token)

  // If the session has since ended, the site doesn't return it, and the page offers to log in.
  await loseStorage(page)
  await page.route('**/authenticate/session', async route => {
    await product.sdk('/sessions/revoke', {}, token)
    await route.continue()
  })
  await page.goto('/account')
  await see(page.getByRole('link', { name: 'log in again' })).toBeVisible()
})

test('a user signs up with Google, adds a passkey, signs in with either, and cannot remove both', async () => {
  const email = 'grace@example.org'
  const page = await openReaderPage(browser, product)
  await byGoogle(page, email)
  await logOut(page)
  await byGoogle(page, email)
  await plugInAuthenticator(page)
  await page.goto('/account')
  await see(section(page, 'Linked accounts').getByRole('listitem')).toContainText('Google')
  await tool(page, 'Passkeys', 'Add a passkey').click()
  await see(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)

  // The browser autofills the passkey, and the user does nothing else.
  await logOut(page)
  await page.locator('#login-link').click()
  await see(page.locator('#login-link')).toHaveText('Log out')
  await page.goto('/account')
  await see(section(page, 'Recent activity')).toContainText('Logged in with a passkey')
  await see(section(page, 'Recent activity')).toContainText('Logged in with an account elsewhere')
  // With day-old factors, Google re-authenticates the user.
  ageProofs(email)
  await tool(page, 'Linked accounts', 'Remove Google').click()
  await section(page, 'Linked accounts').getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByText('Confirm in another way').click()
  await dialog.getByRole('button', { name: 'Use Google' }).click()
  await dialog.getByRole('button', { name: 'Go to Google' }).click()
  await chooseAtGoogle(page, email)
  await page.waitForURL('**/account')
  await remove(page, 'Linked accounts', 'Google')
  await see(tool(page, 'Linked accounts', 'Link Google')).toBeVisible()
  await remove(page, 'Passkeys', 'Chrome on Linux')
  await see(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(0)
  await remove(page, 'Email addresses', email)
  await see(section(page, 'Email addresses').getByRole('alert')).toContainText('your last login method')
})

test('a user links Google after re-authentication, signs in with it, and gets an error if it is taken', async () => {
  const { page } = await signedIn('lise@example.org', { viewport: { width: 390, height: 844 } })
  ageProofs('lise@example.org')
  await page.goto('/account')
  const linked = section(page, 'Linked accounts')
  await tool(page, 'Linked accounts', 'Link Google').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await see(dialog).toContainText('We have sent a code')
  await dialog.getByLabel('Code').fill(await product.mailedCode('lise@example.org'))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await chooseAtGoogle(page, 'lise.at.work@example.org')
  await page.waitForURL('**/account')
  await see(linked).toContainText('Google is linked.')
  expect((await axe(page)).violations).toEqual([])
  await logOut(page)
  await byGoogle(page, 'lise.at.work@example.org')
  await page.goto('/account')
  await see(section(page, 'Email addresses')).toContainText('lise@example.org')

  // Belongs to another user, who has not used Google so far.
  const { page: other } = await signedIn('otto@example.org')
  await other.goto('/account')
  await tool(other, 'Linked accounts', 'Link Google').click()
  await chooseAtGoogle(other, 'lise.at.work@example.org')
  await see(other.getByRole('heading', { name: 'Account not linked' })).toBeVisible()
  await see(other.getByText('That login is already linked to another Corroborate account.')).toBeVisible()
  await other.getByRole('link', { name: 'Go back' }).click()
  await other.waitForURL('**/account')
  await see(tool(other, 'Linked accounts', 'Link Google')).toBeVisible()
})

test('a user’s wallet is linked, signs in, is listed, re-authenticates, and is removed', async () => {
  const email = 'satoshi@example.org'
  const page = await openReaderPage(browser, product)
  const { wallet, sign } = await plugInWallet(page.context())
  const byWallet = async (step: 'primary' | 'secondary', session?: string) => {
    const { challenge } = await product.sdk(`/crypto_wallets/authenticate/start/${step}`, wallet, session)
    const signed = { ...wallet, signature: sign(String(challenge)), session_duration_minutes: 60 }
    return product.sdk('/crypto_wallets/authenticate', signed, session)
  }
  await byWallet('secondary', (await product.newSession(email)).token)
  const { session_token, user_id } = await byWallet('primary')

  await plugInAuthenticator(page)
  await page.goto(`${paper}?auth_success=true&session_token=${session_token}&user_id=${user_id}`)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await see(page.locator('#login-link')).toHaveText('Log out')
  await page.goto('/account')
  const wallets = section(page, 'Wallets')
  const { crypto_wallet_address: address } = wallet
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  await see(wallets.getByRole('listitem')).toContainText(short)
  expect((await axe(page)).violations).toEqual([])

  ageProofs(email)
  await tool(page, 'Passkeys', 'Add a passkey').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByText('Confirm in another way').click()
  await dialog.getByRole('button', { name: 'Use my wallet' }).click()
  await dialog.getByRole('button', { name: 'Other Solana Wallet' }).click()
  await see(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(1)
  await remove(page, 'Wallets', short)
  await see(wallets).toHaveCount(0)
  await see(section(page, 'Recent activity')).toContainText('Wallet removed')
  await remove(page, 'Passkeys', 'Chrome on Linux')
  await see(section(page, 'Passkeys').getByRole('listitem')).toHaveCount(0)
  await remove(page, 'Email addresses', email)
  await see(section(page, 'Email addresses').getByRole('alert')).toContainText('your last login method')
})

test('a user exports their data and deletes the account, which the site anonymizes', async () => {
  const email = 'bob@example.org'
  const { page } = await signedIn(email, { viewport: { width: 1280, height: 860 } })
  const status = await page.evaluate(async path => {
    const body = JSON.stringify({ voteType: 'upvote' })
    return (await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status
  }, `${paper}/vote`)
  expect(status).toBe(200)
  await page.goto('/account')
  const coming = page.waitForEvent('download')
  await section(page, 'Your data').getByRole('link', { name: 'Download my data' }).click()
  const copy = JSON.parse(readFileSync(await (await coming).path(), 'utf8'))
  expect(copy).toMatchObject({
    account: { email },
    votes: [{ doi: paper.slice(1) }],
    sign_in: { user: { emails: [{ email }] }, sessions: [{}] },
  })

  await tool(page, 'Delete account', 'Delete my account').click()
  const deletion = section(page, 'Delete account')
  await see(deletion).toContainText('stay, without your name')
  await deletion.getByRole('button', { name: 'Delete permanently' }).click()
  await see(page.getByText('Your account is deleted. You are logged out.')).toBeVisible()
  await see(page.locator('#login-link')).toHaveText('Sign up / Log in')
  const mails = await product.mails(email, 2)
  expect(mails[0].subject).toContain('Your account was deleted')

  // The provider notifies the site, which anonymizes the vote.
  const db = new DatabaseSync(join(dataDir, 'site.sqlite'), { readOnly: true })
  const voters = () =>
    db
      .prepare('select voter from votes')
      .all()
      .map(row => String(row.voter).split(':')[0])
  await expect.poll(voters).toEqual(['former'])
  expect(db.prepare('select user_id from accounts where user_id = ?').all(copy.account.id)).toEqual([])
  db.close()
  await page.goto('/account')
  await page.waitForURL('**/login?**')
})
