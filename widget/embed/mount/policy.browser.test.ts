import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Script from '../script.ts'
import { openStage, type Stage } from '../testing/index.ts'

declare global {
  interface Window {
    SignIn: typeof Script
  }
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const strict =
  `default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; connect-src https://identity.example.test;
 require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'`.replace('\n', '')

test.each([
  [false, 'element'],
  [true, 'element'],
  [false, 'call'],
  [true, 'call'],
] as const)('the widget violates no strict CSP (shadow root: %s, by %s)', async (isShadow, way) => {
  const config = {
    products: ['passkeys', 'oauth', 'crypto', 'emailMagicLinks', 'otp'] as const,
    oauthOptions: { providers: [{ type: 'google' as const }] },
    otpOptions: { methods: ['sms' as const] },
    enableShadowDOM: isShadow,
  }
  const markup =
    way === 'call'
      ? '<div id="login"></div>'
      : `<sign-in-widget public-token="p" nonce="n1" config='${JSON.stringify(config)}'></sign-in-widget>`
  const { page, violations, complaints } = await stage.open(markup, { policy: strict })
  if (way === 'call')
    await page.evaluate(
      given =>
        void window.SignIn.mountLogin({
          publicToken: 'p',
          elementId: 'login',
          nonce: 'n1',
          config: given,
          styles: { colors: { primary: 'rgb(10, 20, 30)' } },
        }),
      config,
    )
  const widget = page.locator('.siw')
  await see(widget).toHaveCSS('width', '400px')
  if (way === 'call') await see(widget).toHaveCSS('color', 'rgb(10, 20, 30)')
  // Lazy files run under the policy too.
  await see(page.getByRole('button', { name: 'Set up a new crypto wallet' })).toBeVisible()
  await see(page.locator('.siw-passkey')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('textbox').fill('ada@example.org')
  await page.keyboard.press('Enter')
  await see(page.getByText('ada@example.org')).toBeVisible()
  expect(await violations()).toEqual([])
  expect(complaints).toEqual([])
})

test('a missing nonce makes the CSP block the style, so violations are detectable here', async () => {
  const { page, violations } = await stage.open('<sign-in-widget public-token="p"></sign-in-widget>', {
    policy: strict,
  })
  await see(page.getByRole('heading')).toBeVisible()
  expect(await violations()).toEqual(['style-src-elem inline'])
})
