import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningSite, runSite } from '../../testing/index.ts'

// A bibliography is checked on a site that runs, with script and without.

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-check-'))
/** From the starter corpus: a retracted paper, and an unflagged one. */
const retracted = '10.1016/s0140-6736(97)11096-0'
const fine = '10.1038/nature12373'
const bibliography = `@article{wakefield, doi = {${retracted}}}
@article{kucsko, doi = {${fine}}}
@article{nowhere, doi = {10.5555/no-such-paper}}
`
let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await runSite(dataDir)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${site.origin}/check`, { waitUntil: 'networkidle' })
  return page
}

const check = async (page: Page): Promise<void> => {
  await page.getByLabel('References', { exact: true }).fill(bibliography)
  await page.getByRole('button', { name: 'Check' }).click()
  await see(page.getByRole('heading', { name: '1 of 3 references was retracted' })).toBeVisible()
}

test('retracted references come first, and a dismissed one stays dismissed next time', async () => {
  const page = await open()
  await check(page)
  const first = page.locator('.check-rows > li').first()
  await see(first).toContainText('Retracted')
  await see(first.getByRole('link').first()).toHaveAttribute('href', /s0140-6736/)
  await page.getByLabel('I know').check()
  await see(page.getByText('1 that you know of')).toBeVisible()
  await page.reload()
  await check(page)
  await see(page.getByText('1 that you know of')).toBeVisible()
  await page.getByText('1 that you know of').click()
  await page.getByLabel('I know').uncheck()
  await see(page.getByText('that you know of')).toHaveCount(0)
})

test('a file dropped on the box is read', async () => {
  const page = await open()
  await page.locator('.check-form').hover()
  const files = await page.evaluateHandle(text => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'mine.bib', { type: 'application/x-bibtex' }))
    return data
  }, bibliography)
  // Same event order as in browsers: dragover, which the page must allow, then drop.
  await page.getByLabel('References', { exact: true }).dispatchEvent('dragover', { dataTransfer: files })
  await page.getByLabel('References', { exact: true }).dispatchEvent('drop', { dataTransfer: files })
  await see(page.locator('.check-chosen')).toHaveText('mine.bib')
  await page.getByRole('button', { name: 'Check' }).click()
  await see(page.getByRole('heading', { name: '1 of 3 references was retracted' })).toBeVisible()
})

test('unreadable input shows an error and keeps the text', async () => {
  const page = await open()
  const field = page.getByLabel('References', { exact: true })
  await field.fill('   ')
  await page.getByRole('button', { name: 'Check' }).click()
  await see(page.locator('#check-said .problem')).toBeVisible()
  await see(field).toHaveValue('   ')
  await page.route('**/check', route => route.abort())
  await field.fill(bibliography)
  await page.getByRole('button', { name: 'Check' }).click()
  await see(page.locator('#check-said')).toContainText('The check was interrupted.')
  await see(field).toHaveValue(bibliography)
})

test('without JavaScript the form returns the same result and files', async () => {
  const page = await open({ javaScriptEnabled: false })
  await check(page)
  await see(page.getByLabel('I know')).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Bibliography with notes' }).click()
  const file = await (await download).createReadStream()
  const noted = (await file.toArray()).join('')
  expect(noted).toContain('annotation = {Retracted')
  expect(noted).toContain('@article{kucsko, doi = {10.1038/nature12373}}')
})

test.each([
  ['light', 390],
  ['dark', 390],
  ['light', 1280],
  ['dark', 1280],
] as const)('form and result in %s at %i pixels pass axe and fit', async (colorScheme, width) => {
  const page = await open({ colorScheme, viewport: { width, height: 860 } })
  expect((await axe(page)).violations).toEqual([])
  await check(page)
  for (const folded of await page.locator('summary').all()) await folded.click()
  expect((await axe(page)).violations).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
