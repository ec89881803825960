import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cases, type Gallery, serveBuiltGallery, sideBySide } from './index.ts'

let gallery: Gallery
let browser: Browser
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([serveBuiltGallery(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await gallery?.close()
})

/** Leaves 320 pixels to a widget, as WCAG 2.2 §1.4.10 has it; the rest is the gallery's own. */
const width = 352

test.each([
  { theme: 'light', lang: 'en' },
  { theme: 'dark', lang: 'en' },
  { theme: 'light', lang: 'de', shadow: '' },
  { theme: 'dark', lang: 'es', shadow: '' },
])(
  'every screen is open to everybody and fits a narrow window: %j',
  async look => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const failures: string[] = []
    page.on('pageerror', error => failures.push(String(error)))
    await page.goto(`${gallery.origin}/?${new URLSearchParams(look)}`)
    await see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length)
    expect(
      await page
        .locator('.siw')
        .first()
        .evaluate(({ clientWidth }) => clientWidth),
    ).toBeLessThanOrEqual(320)

    // The sections of an account are regions with names, and the account stands here in all its states.
    const { violations, passes } = await axe(page, { include: '.place', disableRules: ['landmark-unique'] })
    expect(
      violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]),
    ).toEqual([])
    expect(passes).toBeGreaterThan(10)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(failures).toEqual([])
  },
  240_000,
)

test('all of them stand side by side, and none takes the id of another’s element', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(gallery.origin)
  await see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length * 6)
  const ids = await page.locator('.siw [id]').evaluateAll(elements => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(
  Object.keys(cases)
    .filter(name => !(name in sideBySide))
    .flatMap(screen => [
      { screen, theme: 'light', lang: 'en' },
      { screen, theme: 'dark', lang: 'de', shadow: '' },
    ]),
)('a dialog is open to everybody and fits a narrow window: %j', async look => {
  const context = await browser.newContext({ viewport: { width: 320, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${gallery.origin}/?${new URLSearchParams(look)}`)
  await see(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
  const { violations } = await axe(page, { include: '#gallery' })
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.getByRole('dialog').evaluate(box => box.scrollWidth - box.clientWidth)).toBe(0)
})
