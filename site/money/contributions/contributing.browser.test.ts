import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReaderPage, type RunningProduct, runProduct } from '../../testing/index.ts'

// Sandbox payments on the running product.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-contributing-'))
const paper = '/10.48550/arxiv.1706.03762'
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
const isAccessible = async (page: Page) => expect((await axe(page)).violations).toEqual([])
const sizeOf = (page: Page) =>
  page.locator('#bounty-amount').evaluate(number => Number.parseFloat(getComputedStyle(number).fontSize))
const form = (page: Page) => page.getByRole('form', { name: 'Contribute' })

test('a reader contributes after a declined and a canceled payment; the total updates once and a receipt arrives', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(paper)
  await page.locator('#bounty summary', { hasText: 'Add to the bounty' }).click()
  await form(page).getByRole('radio', { name: '$50', exact: true }).check()
  await isAccessible(page)
  await form(page).getByRole('button', { name: 'Contribute' }).click()
  await see(page.getByText('no money moves')).toBeVisible()
  const checkout = page.url()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Fail' }).click()
  await see(page.getByRole('alert')).toContainText('The card was declined. No money has moved')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await see(page.locator('.notice')).toHaveText('Checkout canceled. No money has moved.')

  // A contributor may return to an abandoned checkout.
  await page.goto(checkout)
  await page.getByLabel('Email for the receipt').fill('giver@example.org')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await see(page.locator('#bounty-amount')).toHaveText('$50')
  await see(page.locator('#bounty-amount.glow')).toBeVisible()
  await see(page.locator('#bounty-amount.glow')).toHaveCount(0)
  await see(page.locator('.notice')).toContainText('Thank you for your contribution of $50.')
  await isAccessible(page)
  const [receipt] = await product.mails('giver@example.org')
  expect(receipt.subject).toBe('Your contribution of US$50')
  // The session is removed from the URL: the thanks appear once.
  expect(page.url()).toBe(product.origin + paper)
  await page.reload()
  await see(page.locator('#bounty-amount')).toHaveText('$50')
  await see(page.locator('.notice')).toHaveCount(0)

  const ofMoney = await sizeOf(page)

  const query = `?session_id=${checkout.split('/').at(-1)}`
  await page.goto(`/10.1038/nature12373${query}`)
  await see(page.locator('.notice')).toContainText('This is another contribution')
  await see(page.locator('#bounty-amount')).toHaveText('$0')
  // Nothing is no large number.
  expect(await sizeOf(page)).toBeLessThan(ofMoney)
  const elsewhere = await newPage()
  await elsewhere.goto(paper + query)
  expect(elsewhere.url()).toBe(product.origin + paper)
  await see(elsewhere.locator('#bounty-amount')).toHaveText('$50')
  await see(elsewhere.locator('.notice')).toHaveCount(0)
})

test('the way to the checkout and back skips no view transition with an error', async () => {
  const page = await newPage()
  const errors: string[] = []
  page.context().on('weberror', error => errors.push(error.error().message))
  await page.goto(paper)
  await page.locator('#bounty summary', { hasText: 'Add to the bounty' }).click()
  await form(page).getByRole('radio', { name: '$50', exact: true }).check()
  await form(page).getByRole('button', { name: 'Contribute' }).click()
  await see(page.getByText('no money moves')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await see(page.locator('.notice')).toHaveText('Checkout canceled. No money has moved.')
  expect(errors).toEqual([])
})

test('without JavaScript the pool accepts a contribution, thanks for it, and the ledger shows it', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto('/pool')
  await form(page).getByLabel('Or another amount').fill('ten')
  await form(page).getByRole('button', { name: 'Contribute' }).click()
  await see(page.getByRole('alert')).toContainText('Enter an amount')
  await form(page).getByLabel('Or another amount').fill('12.50')
  await form(page).getByRole('button', { name: 'Contribute' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await see(page.locator('.thank-you')).toHaveText('Thank you for your contribution of $12.50')
  await page.goto('/books?fund=pool')
  await see(page.locator('.book-lines').first()).toContainText('$12.50')
})

test('an unreadable payment session leaves the page intact', async () => {
  const page = await newPage()
  await page.goto('/pool?session_id=cs_test_nobody')
  await see(page.getByRole('heading', { name: 'The pool', exact: true })).toBeVisible()
  await see(form(page)).toBeVisible()
  await isAccessible(page)
  await page.goto('/books')
  await isAccessible(page)
  await page.goto(`${paper}/contribute`)
  await isAccessible(page)
  await page.goto('/sandbox')
  await isAccessible(page)
})
