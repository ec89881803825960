import { join } from 'node:path'
import { openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'testing/page.tsx'), formats: ['iife'], name: 'Page' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  return first !== undefined && 'output' in first ? first.output[0].code : ''
}

let script: string
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[script, browser] = await Promise.all([bundle(), openBrowser()])
})
afterAll(() => browser?.close())

/** A page with a fake clock. */
beforeEach(async () => {
  page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(60_000)
  await page.addScriptTag({ content: script })
})

const toast = () => page.locator('.siw-toast')
const isLeaving = () => see(toast()).toHaveAttribute('data-siw-leaving', '')
const stays = () => see(toast()).not.toHaveAttribute('data-siw-leaving')
const isGone = () =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(50)
        return toast().count()
      },
      { timeout: 30_000 },
    )
    .toBe(0)

test.each([
  ['error', 4_000],
  ['success', 2_000],
  ['blank', 4_000],
] as const)('a %s toast is shown for %i milliseconds', async (kind, duration) => {
  await page.evaluate(given => void window.toasts[given]('Words'), kind)
  await see(toast()).toHaveText('Words')
  await page.clock.runFor(duration - 1)
  await stays()
  await page.clock.runFor(1)
  await isLeaving()
  await isGone()
})

test('a pending toast stays until dismissed', async () => {
  const id = await page.evaluate(() => window.toasts.loading('Words'))
  await page.clock.runFor(24 * 60 * 60_000)
  await stays()
  await page.evaluate(given => window.toasts.dismiss(given), id)
  await isLeaving()
  await isGone()
})

test('at most twenty toasts are shown, the newest', async () => {
  await page.evaluate(() => {
    for (let at = 1; at <= 23; at++) window.toasts.loading(`${at}`)
  })
  await see(toast()).toHaveText(Array.from({ length: 20 }, (_, place) => `${23 - place}`))
})

test('hovering pauses a toast', async () => {
  await page.addStyleTag({ content: 'svg { width: 20px; height: 20px }' })
  await page.evaluate(() => void window.toasts.error('Words'))
  await page.clock.runFor(1_000)
  await toast().hover()
  await page.clock.runFor(60_000)
  await stays()
  await page.mouse.move(0, 700)
  await page.clock.runFor(2_999)
  await stays()
  await page.clock.runFor(1)
  await isLeaving()
  await isGone()
})
