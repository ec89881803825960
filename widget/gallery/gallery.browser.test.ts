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
    // Without motion, no colour is ever between two others.
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const failures: string[] = []
    page.on('pageerror', error => failures.push(String(error)))
    await page.goto(`${gallery.origin}/?${new URLSearchParams(look)}`)
    await see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length)
    // The last of the typed states.
    await see(page.locator('[id="PasswordCreateOrLogin, new, strong"] button[type=submit]')).toBeEnabled()
    expect(
      await page
        .locator('.siw')
        .first()
        .evaluate(({ clientWidth }) => clientWidth),
    ).toBeLessThanOrEqual(320)

    // Account sections are named regions, and the gallery repeats the account in all its states.
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

test('all screens coexist on one page without duplicate ids', async () => {
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
  const context = await browser.newContext({ viewport: { width: 320, height: 900 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${gallery.origin}/?${new URLSearchParams(look)}`)
  await see(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
  const { violations } = await axe(page, { include: '#gallery' })
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.getByRole('dialog').evaluate(box => box.scrollWidth - box.clientWidth)).toBe(0)
})

test.each(
  ['', '#ff0000', '#ffd7d5', '#b00020', '#767676', '#000', 'orange'].flatMap(colour => [
    { colour, theme: 'light' },
    { colour, theme: 'dark' },
  ]),
)('destructive actions are recognizable and have sufficient contrast: %j', async ({ colour, theme }) => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(`${gallery.origin}/?${new URLSearchParams({ screen: 'Account, removing', theme })}`)
  const button = page.getByRole('button', { name: 'Delete permanently' })
  await see(button).toBeVisible()
  await see(page.getByText('Remove the authenticator app?')).toBeVisible()
  const measure = (error: string) =>
    button.evaluate((element, error) => {
      const widget = element.closest<HTMLElement>('.siw')
      if (error !== '') widget?.style.setProperty('--siw-error', error)
      element.style.transition = 'none'
      const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
      const drawn = (paint: string): number[] => {
        Object.assign(context ?? {}, { fillStyle: paint })
        context?.fillRect(0, 0, 1, 1)
        return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
      }
      const { color, backgroundColor } = getComputedStyle(element)
      const quiet = widget?.querySelector('.siw-account-danger')
      return {
        words: drawn(color),
        ground: drawn(backgroundColor),
        quiet: quiet && drawn(getComputedStyle(quiet).color),
        wanted: error && drawn(error),
      }
    }, error)
  const { words, ground, quiet, wanted } = await measure(colour)
  expect(quiet).toEqual(ground)
  if (colour !== '') expect(ground).toEqual(wanted)
  expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5)
  await button.hover()
  const under = await measure(colour)
  expect(contrast(under.words, under.ground)).toBeGreaterThanOrEqual(4.5)
})

/** WCAG 2.2 §1.4.3: how far two colours are apart, from 1 to 21. */
const contrast = (...colours: readonly [number[], number[]]): number => {
  const [dark = 0, light = 0] = colours.map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const luminance = (colour: number[]): number => {
  const [red = 0, green = 0, blue = 0] = colour
    .map(part => part / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('re-authentication offers one method, with the others one click away', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(`${gallery.origin}/?${new URLSearchParams({ screen: 'Account, proof' })}`)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await see(dialog.getByRole('button')).toHaveText(['Use a passkey', 'Cancel'])
  await dialog.getByText('Confirm in another way').click()
  await dialog.getByRole('button', { name: 'Use my password' }).click()
  await see(dialog.getByLabel('Password', { exact: true })).toBeVisible()
  // The others are folded again, and the first is among them now.
  await see(dialog.getByRole('button', { name: 'Use my wallet' })).toBeHidden()
  await dialog.getByText('Confirm in another way').click()
  await see(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await see(dialog.getByRole('button', { name: 'Use my password' })).toHaveCount(0)
})

test('re-authentication explains its reason, for account changes and for applications', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  for (const screen of ['Account, proof', 'IDPConsent, proof']) {
    await page.goto(`${gallery.origin}/?${new URLSearchParams({ screen })}`)
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await see(dialog).toContainText('To protect your account, please confirm once more that it is you.')
  }
})

test('the consent screen shows who verified the application', async () => {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  for (const [screen, sentence] of [
    ['IDPConsent', 'The application chose the name'],
    ['IDPConsent, known', /^“Reader” is known to /],
    ['IDPConsent, our own', /^Editor belongs to /],
  ] as const) {
    await page.goto(`${gallery.origin}/?${new URLSearchParams({ screen })}`)
    await see(page.getByText(sentence)).toBeVisible()
  }
})
