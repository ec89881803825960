import { see } from '@corroborate/server-kit/testing/browser'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerSignedIn, openStage, type Stage, type StageOptions, type StagePage } from '../testing/index.ts'
import { bundlePage } from './testing/bundle-page.ts'

// The component inside trees as applications have them: rendered again, suspended, in a transition, hidden, thrown away.

let stage: Stage
let files: NonNullable<StageOptions['files']>
beforeAll(async () => {
  const [opened, body] = await Promise.all([openStage(), bundlePage('tree-page.tsx')])
  stage = opened
  files = { '/page.js': { type: 'text/javascript', body } }
})
afterAll(() => stage.close())

type First = Parameters<Window['tree']['render']>[1]

const openEmpty = (): Promise<StagePage> =>
  stage.open('<div id="app"></div>', { head: '<script src="/page.js"></script>', files })

const open = async (first: First = {}): Promise<StagePage & { unmount: () => Promise<void> }> => {
  const opened = await openEmpty()
  const unmount = await render(opened.page, first)
  return { ...opened, unmount }
}

const render = async (page: Page, first: First = {}): Promise<() => Promise<void>> => {
  const leave = await page.evaluateHandle(
    given => window.tree.render(document.getElementById('app') ?? document.body, given),
    first,
  )
  return () => leave.evaluate(unmount => unmount())
}

const change = (page: Page, changes: Parameters<Window['tree']['change']>[0]) =>
  page.evaluate(given => window.tree.change(given), changes)

const count = (requests: readonly string[], part: string): number =>
  requests.filter(request => request.includes(part)).length

/** Stores a session in this browser, as from an earlier visit. */
const signIn = async ({ page }: StagePage): Promise<void> => {
  await answerSignedIn(page)
  await page.evaluate(async () => {
    const client = window.SignIn.createHeadlessClient('p')
    await client.magicLinks.authenticate('t', { session_duration_minutes: 60 })
    client.destroy()
  })
}

const field = (page: Page) => page.getByRole('textbox')
const styleSheets = 'style[data-siw]'

describe('rerendering parent', () => {
  test('equal props change nothing: text, focus, style sheets and requests stay', async () => {
    const props = {
      config: {
        products: ['oauth', 'emailMagicLinks'] as const,
        oauthOptions: { providers: [{ type: 'github' as const }] },
      },
      styles: { colors: { primary: '#123456' } },
      strings: { main: { heading: 'Welcome' } },
    }
    const { page, requests, complaints } = await open({ props })
    await field(page).fill('ada@example.org')
    await see(page.getByText('Powered by')).toBeVisible()
    await see.poll(() => count(requests, '/sdk/v1/events')).toBe(1)
    const before = requests.length
    await page.evaluate(selector => {
      Object.assign(window, { sheets: [...document.querySelectorAll(selector)] })
    }, styleSheets)
    for (const hears of ['second', 'third']) await change(page, { hears })
    await see(field(page)).toBeFocused()
    await see(field(page)).toHaveValue('ada@example.org')
    const areSame = await page.evaluate(selector => {
      const { sheets } = window as unknown as { sheets: Element[] }
      const now = [...document.querySelectorAll(selector)]
      return now.length === sheets.length && now.every((sheet, at) => sheet === sheets[at])
    }, styleSheets)
    expect(areSame).toBe(true)
    expect(requests.slice(before)).toEqual([])
    await page.keyboard.press('Enter')
    await see.poll(() => page.evaluate(() => window.tree.heard)).toEqual(['third MAGIC_LINK_LOGIN_OR_CREATE'])
    expect(complaints).toEqual([])
  })

  test('a new config and styles update the form in place', async () => {
    const { page, complaints } = await open()
    await field(page).fill('ada@example.org')
    await change(page, {
      props: {
        config: { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms'] } },
        styles: { container: { width: '333px' } },
      },
    })
    await see(page.getByRole('tab')).toHaveCount(2)
    await see(page.locator('.siw')).toHaveCSS('width', '333px')
    await change(page, { props: {} })
    await see(page.locator('.siw')).toHaveCSS('width', '400px')
    expect(complaints).toEqual([])
  })

  test('another project’s token remounts the form with its own client', async () => {
    const { page, requests, complaints } = await open()
    await field(page).fill('ada@example.org')
    await page.keyboard.press('Enter')
    await see(page.getByText('ada@example.org')).toBeVisible()
    await change(page, { props: { publicToken: 'another' } })
    await see(field(page)).toHaveValue('')
    await see.poll(() => count(requests, '/projects/bootstrap/another')).toBe(1)
    expect(complaints).toEqual([expect.stringContaining('Two projects on this page share cookies')])
  })
})

test.each([true, false])('unmounting and remounting starts afresh, in Strict Mode: %s', async isStrict => {
  const { page, complaints, unmount } = await open({ isStrict })
  await field(page).fill('ada@example.org')
  await unmount()
  await see(page.locator('#app')).toBeEmpty()
  await see(page.locator(styleSheets)).toHaveCount(0)
  await render(page, { isStrict })
  await see(field(page)).toHaveValue('')
  await field(page).fill('grace@example.org')
  await page.keyboard.press('Enter')
  await see(page.getByText('grace@example.org')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the component refreshes the session until unmounted', async () => {
  const opened = await openEmpty()
  const { page, requests } = opened
  await page.clock.install()
  await signIn(opened)
  const unmount = await render(page, { part: 'Account' })
  await see(page.getByRole('region', { name: 'Email' })).toBeVisible()
  const refreshes = () => count(requests, 'POST /sdk/v1/sessions/authenticate')
  const before = refreshes()
  const refreshed = page.waitForResponse('**/sdk/v1/sessions/authenticate')
  await page.clock.runFor(4 * 60_000)
  await refreshed
  expect(refreshes()).toBeGreaterThan(before)
  await unmount()
  await page.clock.runFor(4 * 60_000)
  const after = refreshes()
  await page.clock.runFor(20 * 60_000)
  expect(refreshes()).toBe(after)
})

describe('Suspense boundary waiting for a sibling', () => {
  test.each([
    { of: 'an e-mail address', props: {} },
    { of: 'a phone number', props: { config: { products: ['otp'], otpOptions: { methods: ['sms'] } } } },
    {
      of: 'One Tap',
      props: {
        config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'google', one_tap: true }] } },
      },
    },
  ] as const)('a form for $of creates one client, once shown', async ({ props }) => {
    const { page, requests } = await open({ props, waitsFor: 'sibling' })
    await see(page.locator('#fallback')).toBeVisible()
    expect(count(requests, '/projects/bootstrap')).toBe(0)
    await page.evaluate(() => window.tree.arrive('sibling'))
    await see(page.getByText('Powered by')).toBeVisible()
    expect(count(requests, '/projects/bootstrap')).toBe(1)
  })

  test('the account page creates one client, once shown', async () => {
    const opened = await openEmpty()
    const { page, requests } = opened
    await signIn(opened)
    const before = count(requests, '/projects/bootstrap')
    await render(page, { part: 'Account', waitsFor: 'sibling' })
    await see(page.locator('#fallback')).toBeVisible()
    expect(count(requests, '/projects/bootstrap')).toBe(before)
    await page.evaluate(() => window.tree.arrive('sibling'))
    await see(page.getByRole('region', { name: 'Email' }).getByText('ada@example.org')).toBeVisible()
    expect(count(requests, '/projects/bootstrap')).toBe(before + 1)
  })

  test.each([true, false])(
    'a form hidden meanwhile keeps its text, styles and client, in Strict Mode: %s',
    async isStrict => {
      const { page, requests, complaints } = await open({ isStrict })
      await field(page).fill('ada@example.org')
      await see(page.getByText('Powered by')).toBeVisible()
      const before = count(requests, '/projects/bootstrap')
      await change(page, { waitsFor: 'sibling' })
      await see(page.locator('#fallback')).toBeVisible()
      await see(page.locator('.siw')).toBeHidden()
      await page.evaluate(() => window.tree.arrive('sibling'))
      await see(page.locator('.siw')).toHaveCSS('width', '400px')
      await see(field(page)).toHaveValue('ada@example.org')
      await field(page).press('Enter')
      await see(page.getByText('An email was sent to')).toBeVisible()
      // Strict mode runs effects twice, also when a form is shown again: the first time ends the client.
      expect(count(requests, '/projects/bootstrap')).toBe(isStrict ? before + 1 : before)
      expect(complaints).toEqual([])
    },
  )

  test('an account page that was hidden shows later changes', async () => {
    const opened = await openEmpty()
    const { page } = opened
    await signIn(opened)
    await render(page, { part: 'Account' })
    const name = page.getByRole('region', { name: 'Name', exact: true })
    await see(name.getByRole('button', { name: 'Change' })).toBeVisible()
    await change(page, { waitsFor: 'sibling' })
    await see(page.locator('#fallback')).toBeVisible()
    await page.evaluate(() => window.tree.arrive('sibling'))
    await see(name).toBeVisible()
    await page.route('**/sdk/v1/users/me', async route => {
      if (route.request().method() !== 'PUT') return route.fallback()
      const { state } = await page.evaluate(() => ({
        state: JSON.parse(localStorage.getItem('stytch_sdk_state_p') ?? '{}'),
      }))
      const user = { ...state.user, name: { ...state.user.name, ...route.request().postDataJSON().name } }
      return route.fulfill({
        headers: {
          'Access-Control-Allow-Origin': 'https://app.example.test',
          'Access-Control-Allow-Credentials': 'true',
        },
        json: { data: { request_id: 'request-id-test-1', status_code: 200, __user: user } },
      })
    })
    await name.getByRole('button', { name: 'Change' }).click()
    await name.getByRole('textbox', { name: 'First name' }).fill('Augusta')
    await name.getByRole('button', { name: 'Save' }).click()
    await see(name.getByText('Augusta')).toBeVisible()
  })
})

test('the old form works while a transition is pending, and the new one afterwards', async () => {
  const { page, complaints } = await open()
  await field(page).fill('ada@example.org')
  await page.evaluate(() =>
    window.tree.changeInTransition({ props: { strings: 'de' }, hears: 'second', waitsFor: 'sibling' }),
  )
  await see(page.locator('#fallback')).toHaveCount(0)
  await see(page.getByRole('heading')).toHaveText('Sign up or log in')
  await field(page).press('End')
  await page.keyboard.type('.uk')
  await page.keyboard.press('Enter')
  await see(page.getByText('An email was sent to ada@example.org.uk')).toBeVisible()
  expect(await page.evaluate(() => window.tree.heard)).toEqual(['first MAGIC_LINK_LOGIN_OR_CREATE'])
  await page.evaluate(() => window.tree.arrive('sibling'))
  await see(page.getByText('Eine E-Mail wurde an ada@example.org.uk gesendet.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a response arriving while the form is hidden (Activity) is shown afterwards', async () => {
  const { page, complaints } = await open()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/login_or_create', async route => {
    if (route.request().method() === 'OPTIONS') return route.fallback()
    asked.resolve()
    await answer.promise
    return route.fallback()
  })
  await field(page).fill('ada@example.org')
  await page.keyboard.press('Enter')
  await asked.promise
  await change(page, { isHidden: true })
  await see(page.locator('.siw')).toBeHidden()
  const arrived = page.waitForResponse('**/login_or_create')
  answer.resolve()
  await arrived
  await change(page, { isHidden: false })
  await see(page.getByText('An email was sent to ada@example.org.')).toBeVisible()
  await see(page.locator('.siw')).toHaveCSS('width', '400px')
  expect(complaints).toEqual([])
})

test('an invalid prop is caught by an error boundary, and the form recovers once fixed', async () => {
  const { page } = await open({ props: { config: { products: ['passkey'] } } as never })
  await see(page.getByRole('alert')).toContainText('<SignIn>.config.products[0] must be one of')
  await change(page, { props: {} })
  await field(page).fill('ada@example.org')
  await page.keyboard.press('Enter')
  await see(page.getByText('ada@example.org')).toBeVisible()
})
