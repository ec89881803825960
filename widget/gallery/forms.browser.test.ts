import { axe, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gallery, serveBuiltGallery, sideBySide } from './index.ts'

let gallery: Gallery
let browser: Browser
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([serveBuiltGallery(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await gallery?.close()
})

/** Expected autocomplete values by field name. */
const known: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'email webauthn', 'username', 'username webauthn'],
  password: ['current-password', 'new-password'],
  passcode: ['one-time-code', 'off'],
  phone: ['tel-national', 'tel'],
  country: ['tel-country-code'],
  first_name: ['given-name'],
  last_name: ['family-name'],
  passkey_name: ['off'],
}

/** Every form of the page: its screen, how it can be sent, and its fields. */
const formsOf = (page: Page) =>
  page.locator('form').evaluateAll(forms => {
    const hostOf = (element: Element): Element => {
      const root = element.getRootNode()
      return root instanceof ShadowRoot ? root.host : element
    }
    return forms.map(form => ({
      screen: hostOf(form).closest('section')?.id ?? '',
      button: form.querySelector('button[type=submit]')?.textContent ?? null,
      fields: [...form.querySelectorAll('input:not([type=checkbox]), select')].map(field => {
        const { name, autocomplete } = field as HTMLInputElement
        return { name, autocomplete }
      }),
    }))
  })

const screensWith = (forms: { screen: string; fields: { autocomplete: string }[] }[], autocomplete: string) => [
  ...new Set(forms.filter(form => form.fields.some(field => field.autocomplete === autocomplete)).map(f => f.screen)),
]

describe.each([
  ['in a light tree, light, in English', '?theme=light&lang=en'],
  ['in a shadow tree, dark, in German', '?theme=dark&lang=de&shadow'],
])('forms of every screen, %s', (_, query) => {
  let page: Page
  beforeAll(async () => {
    // Without motion, no colour is ever between two others.
    const context = await browser.newContext({ viewport: { width: 416, height: 900 }, reducedMotion: 'reduce' })
    page = await context.newPage()
    await page.goto(`${gallery.origin}/${query}`)
    await see(page.locator('.siw-screen')).toHaveCount(Object.keys(sideBySide).length, { timeout: 60_000 })
  })
  afterAll(() => page?.context().close())

  test('every field has a label or autocomplete purpose', async () => {
    const forms = await formsOf(page)
    for (const { screen, fields } of forms) {
      for (const { name, autocomplete } of fields)
        expect([screen, name, known[name]]).toEqual([screen, name, expect.arrayContaining([autocomplete])])
    }
    // A password field must be preceded by its username for password managers.
    const ofPasswords = forms.filter(
      ({ screen, fields }) =>
        screen.startsWith('PasswordCreateOrLogin') && fields.some(({ name }) => name === 'password'),
    )
    expect(ofPasswords.length).toBeGreaterThan(1)
    for (const { screen, fields } of ofPasswords)
      expect([screen, fields[0]]).toEqual([screen, { name: 'email', autocomplete: 'username' }])
    expect(screensWith(forms, 'current-password')).toContain('PasswordCreateOrLogin, password')
    expect(screensWith(forms, 'new-password')).not.toContain('PasswordCreateOrLogin, password')
    expect(screensWith(forms, 'new-password')).toContain('PasswordResetForm')
    expect(screensWith(forms, 'one-time-code')).toContain('OTPAuthenticate')
    expect(screensWith(forms, 'tel-national')).toContain('Main with a phone')
  })

  test('every field belongs to a form that Enter submits', async () => {
    const lost = page.locator('input, select').and(page.locator(':not(form *)'))
    expect(await lost.count()).toBe(0)
    for (const { screen, button, fields } of await formsOf(page)) {
      // A form of one field is sent by Enter also without a button.
      if (fields.length > 1 || fields[0]?.name !== 'passcode')
        expect([screen, button]).toEqual([screen, expect.any(String)])
    }
  })

  test('forms are accessible, also after submitting them empty', async () => {
    await page.locator('form').evaluateAll(forms => {
      for (const form of forms as HTMLFormElement[]) form.requestSubmit()
    })
    await see(page.locator('.siw-error:not(:empty)').first()).toBeVisible()
    // Account sections are named regions, and the gallery repeats the account in all its states.
    const { violations } = await axe(page, { include: '.place', disableRules: ['landmark-unique'] })
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  })
})
