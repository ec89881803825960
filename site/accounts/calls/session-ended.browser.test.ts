import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  alive,
  endSession,
  openReaderPage,
  type RunningProduct,
  runProduct,
  sessionChecked,
} from '../../testing/index.ts'

// A session that ends while its page is open: each wish is kept, and done once its reader is logged in again.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-ended-'))
const identityCli = fileURLToPath(new URL('../../../identity/cli.ts', import.meta.url))
const paper = '/10.48550/arxiv.1706.03762'
const another = '/10.1038/nature12373'
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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Your note' })
const modal = (page: Page) => page.locator('#login-modal')

/** A browser of an account, as after its page was handed a session. */
const signedIn = async (email: string): Promise<Page> => {
  const { token, userId } = await product.newSession(email)
  const page = await openReaderPage(browser, product)
  await page.goto(`/?auth_success=true&session_token=${token}&user_id=${userId}`)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await see(page.locator('#login-link')).toHaveText('Log out')
  return page
}

/** Asserts the signed-out state: the header shows it, and the login modal is open. */
const expectSignedOut = async (page: Page) => {
  await see(modal(page)).toBeVisible()
  await see(page.locator('#login-link')).toHaveText('Sign up / Log in')
  await see(page.locator('#logged-in-as')).toHaveCount(0)
}

/**
 * Logs in through the open login form and its magic link. Waits until the page has recorded the request, because a link that the browser
 * did not request needs one more click.
 */
const logIn = async (page: Page, email: string) => {
  const before = await product.mails(email)
  await modal(page).getByLabel('Email').fill(email)
  await modal(page).getByRole('button', { name: 'Continue with email', exact: true }).click()
  await see(modal(page).getByText(`An email was sent to ${email}.`)).toBeVisible()
  await page.goto(await product.mailedLink(email, before.length))
}

test('a vote is counted for the account after re-authentication', async () => {
  const email = 'voter@example.org'
  const page = await signedIn(email)
  await page.goto(paper)
  await alive(page)
  await endSession(page, product)
  await button(page, 'Reliable').click()
  await expectSignedOut(page)
  // It was not counted as that of a visitor.
  await see(button(page, 'Reliable')).toHaveAttribute('aria-pressed', 'false')
  await logIn(page, email)
  await page.getByText('1 signed in, 0 anonymous').waitFor()
  await see(button(page, 'Reliable')).toHaveAttribute('aria-pressed', 'true')
})

test('a vote is retried by its reader while the provider is busy', async () => {
  const email = 'patient@example.org'
  const page = await signedIn(email)
  await page.goto(another)
  await alive(page)
  await endSession(page, product)
  await button(page, 'Reliable').click()
  await expectSignedOut(page)
  const said = 'The service is briefly unavailable. Please try again.'
  await page.route(
    `${product.identity}/sdk/v1/magic_links/authenticate`,
    route =>
      route.fulfill({
        status: 503,
        headers: { 'access-control-allow-origin': product.origin, 'access-control-allow-credentials': 'true' },
        json: { status_code: 503, error_type: 'server_unavailable', error_message: said },
      }),
    { times: 1 },
  )
  await logIn(page, email)
  await see(page.getByRole('alert')).toContainText(said)
  await button(page, 'Log in').click()
  await page.getByText('1 signed in, 0 anonymous').waitFor()
  await see(button(page, 'Reliable')).toHaveAttribute('aria-pressed', 'true')
})

test('a watch request applies to the account that made it, not to another that logs in', async () => {
  const page = await signedIn('watcher@example.org')
  await page.goto(paper)
  await alive(page)
  await endSession(page, product)
  await button(page, 'Watch').click()
  await expectSignedOut(page)
  const other = 'other@example.org'
  await product.newSession(other)
  await logIn(page, other)
  await see(page.locator('#logged-in-as')).toContainText(other)
  await see(button(page, 'Watch')).toBeEnabled()

  const again = await signedIn('again@example.org')
  await again.goto(paper)
  await alive(again)
  await endSession(again, product)
  await button(again, 'Watch').click()
  await expectSignedOut(again)
  await logIn(again, 'again@example.org')
  await button(again, 'Unwatch').waitFor()
})

test('a note is submitted as typed after re-authentication', async () => {
  const email = 'writer@example.org'
  const page = await signedIn(email)
  await page.goto(paper)
  await alive(page)
  await page.getByLabel('Your name').fill('Grace Hopper')
  await noteField(page).fill('The link to the data is dead.')
  await endSession(page, product)
  await button(page, 'Send note').click()
  await expectSignedOut(page)
  await logIn(page, email)
  await page.getByText('The link to the data is dead.', { exact: false }).first().waitFor()
  await page
    .getByText(/waits for a moderator|Pending review/i)
    .first()
    .waitFor()
  await see(noteField(page)).toHaveValue('')
})

test('a claim and a report are submitted as filled in after re-authentication', async () => {
  const email = 'reporter@example.org'
  const page = await signedIn(email)
  await page.goto(`${paper}/claim`)
  await alive(page)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await endSession(page, product)
  await button(page, 'Claim this reproduction').click()
  await expectSignedOut(page)
  await logIn(page, email)
  await page.waitForURL(`**${paper}?claim_submitted=true`)

  await page.goto(`${paper}/reproduce`)
  const next = button(page, 'Continue')
  const at = (n: number) => page.getByText(`${n} of 7`).waitFor()
  await at(1)
  await alive(page)
  await next.click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await next.click()
  await page.getByLabel('Linux').check()
  await page.getByLabel('Environment details').fill('R 4.5.1')
  await next.click()
  await page.getByLabel('Approach').fill('Ran the code as it is.')
  await next.click()
  await page.getByLabel('Reproduced', { exact: false }).first().check()
  await page.getByLabel('Report', { exact: true }).fill('It holds.')
  await next.click()
  await at(6)
  await next.click()
  await at(7)
  await endSession(page, product)
  await button(page, 'Submit Report').click()
  await expectSignedOut(page)
  await page.keyboard.press('Escape')
  await see(page.getByText('Your session has ended. Log in to submit your report.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in to submit' }).click()
  await logIn(page, email)
  await page.waitForURL(`**${paper}/audit/**`)
  await page.getByText(/^Pending review/).waitFor()
})

describe('moderator with an expired session', () => {
  test('a decision is submitted after re-authentication, and so is a form without its own script', async () => {
    const email = 'moderator@example.org'
    await product.newSession(email)
    await runCommand(identityCli, ['user', 'role', 'add', email, 'moderator'], { DATA_DIR: dataDir })
    const writer = await openReaderPage(browser, product)
    await writer.goto(paper)
    await alive(writer)
    await writer.getByLabel('Your name').fill('Grace')
    await noteField(writer).fill('A note for the moderator.')
    await button(writer, 'Send note').click()
    await see(noteField(writer)).toHaveValue('')

    const page = await signedIn(email)
    await page.goto('/moderate')
    const entry = page.locator('.entry', { hasText: 'A note for the moderator.' })
    await entry.waitFor()
    await endSession(page, product)
    await entry.getByRole('button', { name: 'Approve', exact: false }).first().click()
    await expectSignedOut(page)
    await logIn(page, email)
    await see(page.getByText('Approved.')).toBeVisible()

    await page.goto('/dashboard/mails')
    await page.getByLabel('Email language').selectOption('de')
    await endSession(page, product)
    await button(page, 'Save').click()
    await see(modal(page)).toBeVisible()
    await logIn(page, email)
    await button(page, 'Submit').click()
    await page.getByText('Saved.').waitFor()
    await see(page.getByLabel('Email language')).toHaveValue('de')
  })
})

test('a page opened under one account does nothing under another', async () => {
  const page = await signedIn('first@example.org')
  await page.goto(paper)
  await alive(page)
  await sessionChecked(page)
  const { token } = await product.newSession('second@example.org')
  await page.context().addCookies([{ name: 'corroborate_session', value: `${token}.`, url: product.origin }])
  await button(page, 'Not reliable').click()
  await expectSignedOut(page)
  const answer = await page.request.get(`${product.origin}/dashboard`)
  expect(await answer.text()).toContain('second@example.org')
  await page.goto(paper)
  await see(button(page, 'Not reliable')).toHaveAttribute('aria-pressed', 'false')
})
