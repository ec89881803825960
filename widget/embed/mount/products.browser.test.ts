import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as Script from '../script.ts'
import { openStage, type Stage, type StagePage } from '../testing/index.ts'

declare global {
  interface Window {
    SignIn: typeof Script
  }
}

type Config = NonNullable<Parameters<typeof Script.mountLogin>[0]['config']>

const place = '<div id="login"></div>'
const policies = {
  'a nonce': `script-src 'nonce-n1'`,
  'the address of the provider': `script-src 'nonce-n1' https://identity.example.test`,
}
const strict = (scripts: string): string =>
  `default-src 'none'; ${scripts}; style-src 'nonce-n1'; connect-src https://identity.example.test; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'"

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const mount = ({ page }: StagePage, config: Config, elementId = 'login') =>
  page.evaluate(
    ([given, id]) => void window.SignIn.mountLogin({ publicToken: 'p', elementId: id, nonce: 'n1', config: given }),
    [config, elementId] as const,
  )

const fetched = ({ requests }: StagePage): string[] =>
  requests.filter(request => request.includes('/product-')).map(request => request.replace(/-[0-9a-f]{12}/, ''))

const everything: Config = {
  products: ['oauth', 'emailMagicLinks', 'otp'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
  otpOptions: { methods: ['sms', 'whatsapp'] },
}

/** Delays a product's file until the returned function is called. */
const holdBack = async ({ page }: StagePage, name: string): Promise<() => void> => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**/product-${name}-*`, async route => {
    await held
    await route.fallback()
  })
  return release
}

test.each<[string, Config | undefined]>([
  ['nothing', undefined],
  ['mailed links', { products: ['emailMagicLinks'] }],
])('a page with %s loads no further files', async (_, config) => {
  const visit = await stage.open(place)
  await mount(visit, config ?? {})
  await see(visit.page.getByLabel('Email')).toBeVisible()
  await visit.page.waitForLoadState('networkidle')
  expect(fetched(visit)).toEqual([])
})

test('a page loads the products it names, once', async () => {
  const visit = await stage.open(`${place}<div id="other"></div>`)
  await mount(visit, { ...everything, products: ['oauth', 'emailMagicLinks'] })
  await mount(visit, { ...everything, products: ['oauth', 'emailMagicLinks'] }, 'other')
  await see(visit.page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(2)
  expect(fetched(visit)).toEqual(['GET /product-oauth.mjs'])
  expect(await visit.page.locator('link').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

describe.each([
  ['a nonce', false],
  ['a nonce', true],
  ['the address of the provider', false],
] as const)('strict CSP with %s (shadow root: %s)', (policy, enableShadowDOM) => {
  test('products load with their styles', async () => {
    const visit = await stage.open(place, { policy: strict(policies[policy]) })
    await mount(visit, { ...everything, enableShadowDOM })
    const { page } = visit
    await see(page.getByRole('button', { name: 'Continue with GitHub' }).locator('svg')).toHaveCSS('width', '20px')
    await page.getByRole('tab', { name: 'Text' }).click()
    await see(page.getByLabel('Country')).toHaveCSS('opacity', '0')
    expect(fetched(visit).toSorted()).toEqual(['GET /product-oauth.mjs', 'GET /product-otp.mjs'])
    expect(await visit.violations()).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})

describe('product being loaded', () => {
  test('a loading product reserves its space and keeps typed input', async () => {
    const visit = await stage.open(place)
    const { page } = visit
    const releases = [await holdBack(visit, 'oauth'), await holdBack(visit, 'otp')]
    await mount(visit, { ...everything, products: ['oauth', 'otp', 'emailMagicLinks'] })
    await see(page.getByRole('status', { name: 'Loading' })).toHaveCount(2)
    const heightOf = async () => (await page.locator('.siw').boundingBox())?.height
    const before = await heightOf()
    await page.getByRole('tab', { name: 'Email' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
    for (const release of releases) release()
    await see(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await see(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org')
    await see(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await page.getByRole('tab', { name: 'Text' }).click()
    await see(page.getByLabel('Phone number')).toBeVisible()
    expect(await heightOf()).toBe(before)
  })

  test('an email submitted early waits for its product', async () => {
    const visit = await stage.open(place)
    const { page } = visit
    const release = await holdBack(visit, 'otp')
    await mount(visit, { products: ['otp'], otpOptions: { methods: ['email'] } })
    await page.getByLabel('Email').fill('ada@example.org')
    await page.keyboard.press('Enter')
    await see(page.getByRole('button', { name: 'Continue with email' })).toHaveAttribute('aria-busy', 'true')
    release()
    await see(page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
    await see(page.getByRole('textbox', { name: 'Passcode' })).toBeFocused()
  })
})

describe.each(['gone', 'changed'])('product file that is %s', how => {
  const sentence = 'This part of the form could not be loaded. Check your connection and try again.'
  const spoil = ({ page }: StagePage) =>
    page.route('**/product-*', route =>
      route.fulfill({
        status: how === 'gone' ? 404 : 200,
        headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' },
        body: 'document.body.dataset.ran = "yes"; export default () => ({})',
      }),
    )

  test('the form reports the failed product, offers a retry, and keeps the others working', async () => {
    const visit = await stage.open(place)
    const { page } = visit
    await spoil(visit)
    await mount(visit, { ...everything, products: ['oauth', 'emailMagicLinks'] })
    await see(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await see(page.getByLabel('Email')).toBeVisible()
    expect(await page.evaluate(() => document.body.dataset.ran)).toBeUndefined()
    expect(visit.complaints.join('\n')).toContain('The sign-in form could not load its part for "oauth".')

    await page.unroute('**/product-*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await see(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await page.getByLabel('Email').fill('ada@example.org')
    await page.keyboard.press('Enter')
    await see(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  })

  test('an email that needs the failed product is rejected with the same message and can be resubmitted', async () => {
    const visit = await stage.open(place)
    const { page } = visit
    await spoil(visit)
    await mount(visit, { products: ['otp'], otpOptions: { methods: ['email'] } })
    await page.getByLabel('Email').fill('ada@example.org')
    await page.keyboard.press('Enter')
    await see(page.getByLabel('Email')).toHaveAccessibleDescription(sentence)
    await page.unroute('**/product-*')
    await page.keyboard.press('Enter')
    await see(page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
  })
})
