import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, runSite } from '../testing/index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-journeys-'))
let site: RunningSite
let browser: Browser

beforeAll(async () => {
  site = await runSite(dataDir, { LIMITS_SCALE: '1000' })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A new person's browser window, which fails the test when the page logs an error or breaks its own content policy. */
const withPage = async (options: BrowserContextOptions, journey: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ baseURL: site.origin, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  try {
    await journey(page)
    expect(complaints, 'nothing was logged as an error').toEqual([])
  } finally {
    await context.close()
  }
}

const attention = '/10.48550/arxiv.1706.03762'

describe('with JavaScript', () => {
  test('a reader searches, opens a paper, votes, returns, and withdraws the vote', () =>
    withPage({}, async page => {
      await page.goto('/')
      const field = page.getByRole('combobox')
      await field.pressSequentially('attention is al')
      await page.getByRole('option', { name: /Attention Is All You Need/ }).click()
      await page.waitForURL(`**${attention}`)
      await see(page.getByRole('heading', { level: 1 })).toHaveText('Attention Is All You Need')

      const reliable = page.getByRole('button', { name: 'Reliable', exact: true })
      const box = page.getByRole('region', { name: /Find this paper reliable|Thanks/ })
      await box.getByText('Find this paper reliable?').waitFor()
      // The page shows the vote at once; the server has it once it has answered.
      const kept = page.waitForResponse(answer => answer.url().includes('/vote'))
      await reliable.click()
      await box.getByText('Thanks!').waitFor()
      await box.getByText('1 reliable').waitFor()
      await kept

      await page.reload()
      await box.getByText('Thanks!').waitFor()
      await see(reliable).toHaveAttribute('aria-pressed', 'true')

      await reliable.click()
      await box.getByText('Find this paper reliable?').waitFor()
      await box.getByText('0 reliable').waitFor()
      await see(reliable).toHaveAttribute('aria-pressed', 'false')
    }))

  test('Back from a paper restores the query and its results', () =>
    withPage({}, async page => {
      await page.goto('/')
      await page.getByRole('combobox').pressSequentially('attention is al')
      await page.getByRole('option', { name: /Attention Is All You Need/ }).click()
      await page.waitForURL(`**${attention}`)
      await page.goBack()
      await see(page.getByRole('combobox')).toHaveValue('attention is al')
      await page.getByRole('option', { name: /Attention Is All You Need/ }).waitFor()
    }))

  test('a keystroke handled late by a busy page is debounced by 50 ms instead of 300', () =>
    withPage({}, async page => {
      await page.addInitScript(() => {
        const real = window.setTimeout
        const delays: unknown[] = []
        Object.assign(window, { delays })
        window.setTimeout = ((work: TimerHandler, delay?: number) => {
          delays.push(delay)
          return real(work, delay)
        }) as typeof window.setTimeout
      })
      await page.goto('/')
      const field = page.getByRole('combobox')
      await field.fill('attentio')
      await page.getByRole('option').first().waitFor()
      const began = page.waitForEvent('console', message => message.text() === 'busy')
      const busy = page.evaluate(() => {
        // biome-ignore lint/suspicious/noConsole: how the page says that the loop has begun
        console.log('busy')
        const end = performance.now() + 1_000
        while (performance.now() < end);
      })
      await began
      await page.keyboard.press('n')
      await busy
      await see(field).toHaveValue('attention')
      expect(await page.evaluate(() => (window as never as { delays: unknown[] }).delays)).toContain(50)
    }))

  test('the whole journey works with the keyboard alone', () =>
    withPage({}, async page => {
      await page.goto('/')
      const field = page.getByRole('combobox')
      await field.focus()
      await page.keyboard.type('replicability psychological estimating')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await see(field).toHaveAttribute('aria-activedescendant', 'suggestion-1')
      await page.keyboard.press('Escape')
      await see(field).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/10.1126/science.aac4716')
    }))

  test('a DOI is recognized and opened in any spelling', () =>
    withPage({}, async page => {
      await page.goto('/')
      await page.getByRole('combobox').fill('https://doi.org/10.48550/ARXIV.1706.03762')
      // "DOI detected" gives way to the paper itself as soon as the search has found it.
      await page.getByRole('option', { name: /Attention Is All You Need/ }).waitFor()
      await page.getByRole('combobox').press('Enter')
      await page.waitForURL(`**${attention}`)
    }))
})

describe('without JavaScript', () => {
  test('a reader searches, opens a paper and votes with forms', () =>
    withPage({ javaScriptEnabled: false }, async page => {
      await page.goto('/')
      await page.locator('main input[name=q]').first().fill('attention all need')
      await page.locator('main input[name=q]').first().press('Enter')
      await page.waitForURL('**/search?*')
      await page.getByRole('link', { name: /Attention Is All You Need/ }).click()
      await page.waitForURL(`**${attention}`)
      await page.getByRole('button', { name: 'Not reliable' }).click()
      await page.getByText('Thanks!').waitFor()
      await page.getByText('1 not reliable').waitFor()
      await page.getByRole('button', { name: 'Not reliable' }).click()
      await page.getByText('Find this paper reliable?').waitFor()
    }))
})

test('every page is accessible and does not overflow in any theme', async () => {
  const pages = [
    ['home', '/'],
    ['results', '/search?q=attention'],
    ['no results', '/search?q=zzzzqqqq'],
    ['paper', attention],
    ['paper with much known', '/10.1126/science.1197258'],
    ['unknown paper', '/10.1000/nobody-knows-this'],
    ['what happened, when nothing has', '/recent'],
    ['papers wanted, when none is', '/wanted'],
    ['not found', '/nothing-here'],
  ] as const
  const page = await browser.newPage({ baseURL: site.origin, reducedMotion: 'reduce' })
  for (const [name, path] of pages) {
    await page.goto(path)
    expect(await faultsInEveryLook(page), name).toEqual([])
  }
  await page.close()
})
