import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnalyticsServer,
  alive,
  endSession,
  openReaderPage,
  type RunningProduct,
  runProduct,
  startAnalytics,
} from '../../testing/index.ts'

// Browser storage of two people sharing a machine: saved data and its visibility.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-kept-'))
const paper = '/10.48550/arxiv.1706.03762'
const secret = 'What only Ada may read.'
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

const link = (page: Page) => page.locator('#login-link')
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Your note' })

const signIn = async (page: Page, email: string) => {
  const { token, userId } = await product.newSession(email)
  await page.goto(`/?auth_success=true&session_token=${token}&user_id=${userId}`)
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await see(link(page)).toHaveText('Log out')
}
const logOut = async (page: Page) => {
  await link(page).click()
  await see(link(page)).toHaveText('Sign up / Log in')
}

/** Returns everything in storage that scripts of a tab can read. */
const everything = (page: Page) =>
  page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie, history.state]))

/** Opens the paper and waits until its note form saves input, whose script loads independently. */
const openPaper = async (page: Page) => {
  await page.goto(paper)
  await alive(page)
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('#note-form')?.autocomplete === 'off')
}

/** Types into the three forms that save input. */
const typeEverywhere = async (page: Page) => {
  await openPaper(page)
  await page.getByLabel('Your name').fill(secret)
  await noteField(page).fill(secret)
  await page.goto(`${paper}/claim`)
  await alive(page)
  await page.getByLabel('Your plan').fill(secret)
  await page.goto(`${paper}/reproduce`)
  await alive(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Your name').fill(secret)
  await see(page.getByText(/^Saved in this browser/)).toBeVisible()
}

/** Returns the three forms' content for the current reader. */
const typedEverywhere = async (page: Page): Promise<string[]> => {
  await openPaper(page)
  const note = await noteField(page).inputValue()
  await page.goto(`${paper}/claim`)
  await alive(page)
  const claim = await page.getByLabel('Your plan').inputValue()
  await page.goto(`${paper}/reproduce`)
  await alive(page)
  const report = await page.locator('[name="auditorName"]').inputValue()
  return [note, claim, report]
}

describe('stored drafts', () => {
  test('drafts are removed at log-out and invisible to the next account', async () => {
    const page = await openReaderPage(browser, product)
    await signIn(page, 'ada@example.org')
    await typeEverywhere(page)
    const other = await page.context().newPage()
    await other.goto(paper)
    await see(noteField(other)).toHaveValue(secret)
    await logOut(page)
    expect(await everything(page)).not.toContain(secret)
    await see(link(other)).toHaveText('Sign up / Log in')
    await see(noteField(other)).toHaveValue('')
    expect(await everything(other)).not.toContain(secret)

    await signIn(page, 'bob@example.org')
    expect(await typedEverywhere(page)).toEqual(['', '', ''])
    await see(page.getByText('1 of 7')).toBeVisible()
    await see(page.locator('[name="auditorEmail"]')).toHaveValue('bob@example.org')
  })

  test('drafts survive closing the tab, for their account only', async () => {
    const page = await openReaderPage(browser, product)
    await signIn(page, 'ada.again@example.org')
    await typeEverywhere(page)
    const later = await page.context().newPage()
    await endSession(page, product)
    await page.close()
    expect(await typedEverywhere(later)).toEqual(['', '', ''])
    await signIn(later, 'bob.again@example.org')
    expect(await typedEverywhere(later)).toEqual(['', '', ''])
    await endSession(later, product)
    await signIn(later, 'ada.again@example.org')
    expect(await typedEverywhere(later)).toEqual([secret, secret, secret])
  })

  test('drafts from before logging in belong to the first account that logs in', async () => {
    const page = await openReaderPage(browser, product)
    await typeEverywhere(page)
    await signIn(page, 'first@example.org')
    await endSession(page, product)
    await signIn(page, 'second@example.org')
    expect(await typedEverywhere(page)).toEqual(['', '', ''])
    await endSession(page, product)
    await signIn(page, 'first@example.org')
    expect(await typedEverywhere(page)).toEqual([secret, secret, secret])
  })
})

test('Back shows no pages or drafts of a logged-out account', async () => {
  const page = await openReaderPage(browser, product)
  await signIn(page, 'carol@example.org')
  await page.goto('/dashboard')
  await see(page.locator('#logged-in-as')).toContainText('carol@example.org')
  await page.goto(`${paper}/contribute`)
  await page.locator('[name="message"]').fill(secret)
  await logOut(page)
  await page.goBack()
  await see(page.locator('body')).toHaveAttribute('data-page', 'contribute')
  await see(page.locator('[name="message"]')).toHaveValue('')
  await page.goBack()
  expect(await page.content()).not.toContain('carol@example.org')
})

test('the analytics id of a browser ends with log-out', async () => {
  const page = await openReaderPage(browser, product)
  const vote = async () => {
    await page.goto(paper)
    await alive(page)
    const sent = page.waitForRequest(request => request.url() === analytics.url)
    await page.getByRole('button', { name: 'Reliable', exact: true }).click()
    return (JSON.parse((await sent).postData() ?? '{}') as { batch: { anonymousId: string }[] }).batch[0]?.anonymousId
  }
  await signIn(page, 'dora@example.org')
  const first = await vote()
  expect(await vote()).toBe(first)
  await logOut(page)
  expect(await vote()).not.toBe(first)
})
