import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { runCommand } from '@corroborate/server-kit/testing/server'
import type { Browser, Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningProduct, runProduct } from '../../testing/index.ts'

// Without JavaScript: each form of each page is filled in, its session ends, and it is submitted.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-held-'))
const identityCli = fileURLToPath(new URL('../../../identity/cli.ts', import.meta.url))
const paper = '/10.48550/arxiv.1706.03762'
const email = 'ada@example.org'
let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct(dataDir)
  browser = await openBrowser()
  await product.newSession(email)
  await runCommand(identityCli, ['user', 'role', 'add', email, 'moderator'], { DATA_DIR: dataDir })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const newPage = async (): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false })
  onTestFinished(() => context.close())
  return context.newPage()
}

const logIn = async (page: Page, as = email): Promise<void> => {
  const { token } = await product.newSession(as)
  await page.context().addCookies([{ name: 'corroborate_session', value: `${token}.`, url: product.origin }])
}
const endSession = (page: Page) => page.context().clearCookies({ name: 'corroborate_session' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Fills in all user-editable fields of a form. @returns the entered values */
const fillIn = async (form: Locator): Promise<string[]> => {
  const typed: string[] = []
  const fields = form.locator('input:not([type=hidden], [type=file]), textarea, select')
  for (const [index, field] of (await fields.all()).entries()) {
    const [tag, type, mode] = await field.evaluate(element => [
      element.tagName,
      element.getAttribute('type'),
      element.getAttribute('inputmode'),
    ])
    if (type === 'radio' || type === 'checkbox') await field.check({ force: true })
    else if (tag === 'SELECT') await field.selectOption({ index: 1 })
    else {
      const text =
        type === 'email'
          ? `typed${index}@example.org`
          : type === 'url'
            ? `https://example.org/typed/${index}`
            : type === 'number' || mode !== null
              ? '25'
              : `Typed ${index}: “words” & <b>more</b>`
      await field.fill(tag === 'TEXTAREA' ? `${text}\nsecond line` : text)
      typed.push(...(tag === 'TEXTAREA' ? [text, 'second line'] : [text]))
    }
  }
  return typed
}

const valuesIn = (page: Page) =>
  page
    .locator('main input, main textarea')
    .evaluateAll(all => all.map(field => (field as HTMLInputElement).value).join('\n'))

const unfold = (page: Page) =>
  page.locator('details').evaluateAll(all => {
    for (const details of all) (details as HTMLDetailsElement).open = true
  })

/** Forms by which people log in or out. */
const ofPage = 'main form[method="post"]:not([action^="/login"]):not([enctype^="multipart"])'

test.each([
  paper,
  ...['claim', 'reproduce', 'comment', 'problem', 'contribute'].map(action => `${paper}/${action}`),
  ...['/pool', '/dashboard', '/dashboard/mails', '/dashboard/awards', '/moderate', '/moderate/money'],
])('no form of %s loses what was typed, and each is submitted after logging in', async path => {
  const page = await newPage()
  await logIn(page)
  await page.goto(path)
  // A decided entry leaves the queue with its form.
  for (let n = 0; n < (await page.locator(ofPage).count()); n++) {
    await unfold(page)
    const form = page.locator(ofPage).nth(n)
    const name = `${path} → ${await form.getAttribute('action')}`
    // It shows once an entry is selected.
    if ((await form.getAttribute('id')) === 'bulk') await page.locator('input[name="entry"]').first().check()
    const typed = await fillIn(form)
    await endSession(page)
    await form.locator('button:not([type=button])').first().click()
    expect([name, await page.locator('body').getAttribute('data-page')]).toEqual([name, 'continue'])
    await see(page.getByRole('heading', { name: 'Log in to continue' })).toBeVisible()
    await logIn(page)
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await see(page.getByRole('heading', { name: 'Check and submit' })).toBeVisible()
    const shown = await page.locator('main').innerText()
    for (const text of typed) expect([name, shown]).toEqual([name, expect.stringContaining(text)])
    const answered = page.waitForResponse(response => response.request().method() === 'POST')
    await button(page, 'Submit').click()
    // Rejected input is shown again as entered.
    const status = (await answered).status()
    expect([name, status]).toEqual([name, expect.toBeOneOf([200, 303, 400])])
    const again = status === 400 ? typed : []
    for (const text of again) expect([name, await valuesIn(page)]).toEqual([name, expect.stringContaining(text)])
    await page.goto(path)
  }
})

test('a report is submitted as typed after logging in by magic link', async () => {
  const page = await newPage()
  const reporter = 'reporter@example.org'
  await page.goto(`${paper}/reproduce`)
  // Nothing on the page contradicts its button.
  await see(button(page, 'Submit Report')).toBeVisible()
  await see(page.getByText('Log in to submit')).toBeHidden()
  await see(page.getByText('You will be asked to log in. What you entered is saved for two hours.')).toBeVisible()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your email address').fill(reporter)
  await page.getByLabel('Linux').check()
  await page.getByLabel('Environment details').fill('R 4.5.1')
  await page.getByLabel('Approach').fill('Ran the code as it is.')
  await page.getByLabel('Reproduced', { exact: false }).first().check()
  await page.getByLabel('Report', { exact: true }).fill('All tables match.\nThe figures, too.')
  await button(page, 'Submit Report').click()
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(reporter)
  await button(page, 'Email me a link').click()
  await page.goto(await product.mailedLink(reporter))
  await button(page, 'Log in').click()
  // Nobody was logged in where it was filled in: whoever is now may be somebody else.
  await see(page.getByRole('heading', { name: 'Did you fill in this form?' })).toBeVisible()
  await see(page.locator('main')).not.toContainText('All tables match.')
  await page.getByRole('link', { name: 'Yes, show it' }).click()
  await see(page.getByRole('heading', { name: 'Check and submit' })).toBeVisible()
  await see(page.locator('.held-fields').first()).toContainText('All tables match.')
  await button(page, 'Submit').click()
  await page.waitForURL(`**${paper}/audit/**`)
  await see(page.locator('main')).toContainText('All tables match.')
  await page.goBack()
  await see(page.getByRole('heading', { name: /Check and submit|no longer available/ })).toBeVisible()
})

test('a held form is not shown to another user of the same browser', async () => {
  const page = await newPage()
  await logIn(page)
  await page.goto(paper)
  await page.getByRole('textbox', { name: 'Your note' }).fill('Only for Ada')
  await page.getByLabel('Your name').fill('Ada')
  await endSession(page)
  await button(page, 'Send note').click()
  await logIn(page, 'eve@example.org')
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await see(page.getByRole('heading', { name: 'This form belongs to another account' })).toBeVisible()
  await see(page.locator('body')).not.toContainText('Only for Ada')
})

test('a visitor who would rather log in to report a problem keeps what they typed', async () => {
  const page = await newPage()
  await page.goto(`${paper}/problem`)
  await page.getByLabel('What is wrong').fill('The year is wrong.\nIt is 2017.')
  await button(page, 'Log in and send').click()
  await logIn(page)
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await page.getByRole('link', { name: 'Yes, show it' }).click()
  await see(page.locator('.held-fields').first()).toContainText('The year is wrong.\nIt is 2017.')
  await button(page, 'Submit').click()
  await see(page.getByText('A moderator will review it')).toBeVisible()
})

test('the next person at a shared computer deletes a form that a visitor left, and never sees it', async () => {
  const page = await newPage()
  await page.goto(`${paper}/problem`)
  await page.getByLabel('What is wrong').fill('Only for Ada')
  await button(page, 'Log in and send').click()
  await logIn(page, 'eve@example.org')
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await see(page.getByRole('heading', { name: 'Did you fill in this form?' })).toBeVisible()
  await see(page.locator('body')).not.toContainText('Only for Ada')
  const here = page.url()
  await button(page, 'No, delete it').click()
  await page.goto(`${here}&mine=yes`)
  await see(page.getByRole('heading', { name: 'This form is no longer available' })).toBeVisible()
})
