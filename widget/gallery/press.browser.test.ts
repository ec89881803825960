import { inEveryPressLook, openBrowser, pressEverything, see } from '@corroborate/server-kit/testing/browser'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** Every screen side by side, and each dialog by itself. */
const places = [null, ...Object.keys(cases).filter(name => !(name in sideBySide))]

test('no press on any screen of the widget moves its target', async () => {
  const known = new Set<string>()
  const faults = await inEveryPressLook(places, async (screen, look) => {
    await using context = await browser.newContext({ viewport: look.viewport })
    const page = await context.newPage()
    const query = new URLSearchParams({ theme: 'light', lang: 'en', ...(screen !== null && { screen }) })
    await page.goto(`${gallery.origin}/?${query}`, { waitUntil: 'networkidle' })
    await (screen === null
      ? see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length)
      : see(page.getByRole('dialog').getByRole('button').first()).toBeVisible())
    return (await pressEverything(page, look, known)).map(fault => `${screen ?? 'side by side'}: ${fault}`)
  })
  expect(faults).toEqual([])
})
