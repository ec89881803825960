import { see } from '@corroborate/server-kit/testing/browser'
import { createElement, StrictMode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answerSignedIn,
  asked,
  openStage,
  type Stage,
  type StageOptions,
  type StagePage,
  strictPolicy,
} from '../testing/index.ts'
import { SignIn } from './index.tsx'
import { bundlePage } from './testing/bundle-page.ts'
import { Streamed } from './testing/Streamed.tsx'
import { noteWays } from './testing/ways.ts'

let stage: Stage
let files: NonNullable<StageOptions['files']>
beforeAll(async () => {
  const [opened, body] = await Promise.all([openStage(), bundlePage('page.tsx')])
  stage = opened
  files = { '/page.js': { type: 'text/javascript', body } }
})
afterAll(() => stage.close())

const open = (markup = '<div id="app"></div>', options: StageOptions = {}): Promise<StagePage> =>
  stage.open(markup, { head: '<script nonce="n1" src="/page.js"></script>', files, ...options })

test('a component in Strict Mode signs in and cleans up', async () => {
  const { page, complaints, requests } = await open()
  const unmount = await page.evaluateHandle(() => window.page.render(document.getElementById('app') ?? document.body))
  await page.getByRole('textbox').fill('ada@example.org')
  await page.keyboard.press('Enter')
  await see(page.getByText('ada@example.org')).toBeVisible()
  await see(page.locator('style[data-siw]')).toHaveCount(1)
  await unmount.evaluate(leave => leave())
  await see(page.locator('#app')).toBeEmpty()
  await see(page.locator('style[data-siw]')).toHaveCount(0)
  expect(complaints).toEqual([])
  // Strict mode mounts twice in development; each client fetches once, and only the second remains.
  expect(requests.filter(request => /^GET .*bootstrap/.test(request)).length).toBeLessThanOrEqual(2)
})

/** All sign-in methods that involve the browser, a wallet or Google. */
const ways = {
  products: ['passkeys', 'oauth', 'crypto', 'emailMagicLinks'],
  oauthOptions: { providers: [{ type: 'google', one_tap: true }] },
} as const

test('two forms in Strict Mode query the browser, wallet and Google once, for the first', async () => {
  const { page, requests, complaints } = await open('<div id="first"></div><div id="second"></div>')
  await noteWays(page)
  await page.evaluate(config => {
    const forms = ['first', 'second'].map(id => document.getElementById(id) ?? document.body)
    const [leave] = forms.map(form => window.page.render(form, { config }))
    Object.assign(window, { leave })
  }, ways)
  const did = () => page.evaluate(() => window.did)
  const calls = (call: string) => requests.filter(request => request === call).length
  const second = ['passkey, conditional', 'wallet, eth_requestAccounts']
  const first = ['Google begins', 'Google prompts', 'passkey, conditional']
  await see(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(2)
  await see.poll(async () => (await did()).toSorted()).toEqual(first)
  for (const form of ['#first', '#second']) {
    await page.locator(form).getByRole('button', { name: 'Continue with Metamask' }).click()
    await see(page.locator(form).getByRole('heading', { name: 'Connecting to your wallet...' })).toBeFocused()
    // The field of the second form has its turn when the first has left its screen, and the wallet stays with its first question.
    if (form === '#first')
      await see.poll(async () => (await did()).slice(3).toSorted()).toEqual(['Google ends', ...second])
  }
  expect((await did()).slice(3).toSorted()).toEqual(['Google ends', ...second])
  expect(calls('GET /asked/oneTapStart')).toBe(1)
  expect(calls('GET /google.js')).toBe(1)
  // One for each turn.
  expect(calls('POST /sdk/v1/webauthn/authenticate/start/primary')).toBe(2)
  expect(complaints).toEqual([])
})

test.each([
  { has: 'no policy of its own', policy: "'none'", prompts: false },
  { has: 'a default policy that lets Google’s address through', policy: 'default', prompts: true },
])('a page with Trusted Types and $has shows a Google prompt: $prompts', async ({ policy, prompts }) => {
  const provider = 'https://identity.example.test'
  const { page, violations } = await open(undefined, {
    policy: `default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; connect-src ${provider}; frame-src ${provider}; require-trusted-types-for 'script'; trusted-types ${policy}`,
  })
  await noteWays(page)
  await page.evaluate(
    ([config, isAllowed]) => {
      type Policies = { createPolicy: (name: string, rules: object) => void }
      const { trustedTypes } = window as unknown as { trustedTypes: Policies }
      const createScriptURL = (url: string) => (new URL(url).pathname === '/google.js' ? url : null)
      if (isAllowed) trustedTypes.createPolicy('default', { createScriptURL })
      const onError = (error: unknown) => window.did.push((error as Error).name)
      window.page.render(document.getElementById('app') ?? document.body, {
        nonce: 'n1',
        config: { ...config, products: ['oauth'] },
        callbacks: { onError },
      })
    },
    [ways, prompts] as const,
  )
  await see
    .poll(() => page.evaluate(() => window.did))
    .toEqual(prompts ? ['Google begins', 'Google prompts'] : ['TypeError'])
  await see(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await see(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  expect(await violations()).toEqual(prompts ? [] : ['require-trusted-types-for trusted-types-sink'])
})

test('new props update a mounted widget', async () => {
  const { page } = await open()
  await page.evaluate(() => window.page.toggled(document.getElementById('app') ?? document.body))
  await page.getByRole('textbox').fill('ada@example.org')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await see(page.getByRole('heading')).toHaveText('Registrieren oder anmelden')
  await see(page.getByRole('textbox')).toHaveValue('ada@example.org')
  await page.locator('button[type=submit]').click()
  await see
    .poll(() => page.evaluate(() => (window as unknown as { heard: string }).heard))
    .toBe('MAGIC_LINK_LOGIN_OR_CREATE')
})

test('a component renders in a shadow root under a strict CSP', async () => {
  const policy = `default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1'; connect-src https://identity.example.test; require-trusted-types-for 'script'; trusted-types 'none'`
  const { page, complaints, violations } = await open(undefined, { policy })
  await page.evaluate(
    () =>
      void window.page.render(document.getElementById('app') ?? document.body, {
        nonce: 'n1',
        config: { enableShadowDOM: true },
        styles: { container: { width: '333px' } },
      }),
  )
  await see(page.locator('.siw')).toHaveCSS('width', '333px')
  await see(page.locator('head style[data-siw]')).toHaveCount(0)
  await page.getByRole('textbox').fill('ada@example.org')
  await page.keyboard.press('Enter')
  await see(page.getByText('ada@example.org')).toBeVisible()
  expect(await violations()).toEqual([])
  expect(complaints).toEqual([])
})

test.each([false, true])(
  'the account page component works under a strict CSP, shadow root: %s',
  async enableShadowDOM => {
    const { page, complaints, violations } = await open(undefined, { policy: strictPolicy })
    await answerSignedIn(page)
    await page.evaluate(async isShadow => {
      const client = window.page.account(document.getElementById('app') ?? document.body, {
        nonce: 'n1',
        config: { products: ['crypto'], enableShadowDOM: isShadow },
      })
      await client.magicLinks.authenticate('t', { session_duration_minutes: 60 })
    }, enableShadowDOM)
    await see(page.getByRole('region', { name: 'Email' }).getByText('ada@example.org')).toBeVisible()
    await page.getByRole('button', { name: 'Add a wallet' }).click()
    await see(page.getByRole('region', { name: 'Wallets' }).getByRole('button', { name: 'Cancel' })).toBeVisible()
    expect(await violations()).toEqual([])
    expect(complaints).toEqual([])
  },
)

test.each([false, true])(
  'the consent page component works under a strict CSP, shadow root: %s',
  async enableShadowDOM => {
    const { page, complaints, violations } = await open(undefined, { policy: strictPolicy })
    await answerSignedIn(page)
    await page.evaluate(
      async ([isShadow, query]) => {
        history.replaceState(null, '', query)
        const client = window.page.consent(document.getElementById('app') ?? document.body, {
          nonce: 'n1',
          config: { enableShadowDOM: isShadow },
        })
        await client.magicLinks.authenticate('t', { session_duration_minutes: 60 })
      },
      [enableShadowDOM, asked] as const,
    )
    await see(page.getByRole('heading', { name: 'Sign in to Reader with An application' })).toBeVisible()
    await see(page.getByText('You are logged in as ada@example.org.')).toBeVisible()
    expect(await violations()).toEqual([])
    expect(complaints).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('https://app.example.test/back?code=c')
  },
)

const asString = async () =>
  renderToString(
    createElement(
      StrictMode,
      null,
      createElement(SignIn, { publicToken: 'p', baseUrl: 'https://identity.example.test' }),
    ),
  )

/** The form arrives after the beginning of the page, and a script of React puts it in its place. */
const asStream = async () => {
  const ready = Promise.withResolvers<void>()
  const stream = await renderToReadableStream(createElement(Streamed, { ready: ready.promise }))
  ready.resolve()
  return new Response(stream).text()
}

test.each([
  { sent: 'at once', render: asString, isStreamed: false },
  { sent: 'in a stream', render: asStream, isStreamed: true },
])('server-rendered markup hydrates without changes, sent $sent', async ({ render, isStreamed }) => {
  const made = await render()
  expect(made).toContain('Sign up or log in')
  expect(made).not.toContain('style=')
  const { page, complaints } = await open(`<div id="app">${made}</div>`)
  await page.getByRole('textbox').evaluate(field => Object.assign(window, { field }))
  const recovered = await page.evaluateHandle(
    streamed => window.page.hydrate(document.getElementById('app') ?? document.body, streamed),
    isStreamed,
  )
  await see(page.locator('.siw')).toHaveCSS('width', '400px')
  await see(page.getByText('Powered by')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { field: Element }).field.isConnected)).toBe(true)
  expect(await recovered.jsonValue()).toEqual([])
  expect(complaints).toEqual([])
})

test('the provider component’s client is used, and the signed-in user is shown', async () => {
  const { page, complaints } = await open()
  await page.evaluate(() => void window.page.provided(document.getElementById('app') ?? document.body))
  await see(page.locator('#who')).toHaveText('nobody, signed out')
  await see(page.getByRole('heading')).toBeVisible()
  expect(complaints).toEqual([])
})
