import { plugInAuthenticator, see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, buildReactPage, openStage, type Project, type Stage } from './testing/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  const landings = kinds.map(({ path }) => ['--allow-redirect', stage.origin + path])
  project = await stage.newProject(...landings.flat())
  const react = await buildReactPage()
  stage.serve('/react.js', { body: react, type: 'text/javascript' })
})
afterAll(() => stage?.close())

const kinds = [
  { kind: 'a plain script', path: '/plain' },
  { kind: 'React', path: '/react' },
  { kind: 'a shadow tree', path: '/shadow' },
] as const
type Kind = (typeof kinds)[number]
type Part = 'Login' | 'PasskeyRegistration'

let people = 0
const somebody = () => `foreign-${++people}@example.org`

/** A page under the strictest policy there is for scripts and styles, with nothing loosened for the widget. */
const page = ({ path, kind }: Kind, config: object, part: Part): Answer => {
  const nonce = `${Math.random()}`.slice(2)
  const options = {
    publicToken: project.publicToken,
    nonce,
    config: { ...config, enableShadowDOM: kind === 'a shadow tree' },
  }
  const given = JSON.stringify({ ...options, baseUrl: stage.provider })
  const start =
    path === '/react'
      ? `<script nonce="${nonce}" type="module" src="/react.js"></script>`
      : `<script nonce="${nonce}" src="${stage.provider}/widget.js"></script>
         <script nonce="${nonce}">({ client: window.client } = SignIn.mount${part}({ elementId: 'sign-in', ...given }))</script>`
  return {
    headers: {
      'Content-Security-Policy': `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; require-trusted-types-for 'script'`,
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
      <div id="sign-in"></div>
      <script nonce="${nonce}">
        window.events = []
        window.part = '${part}'
        window.given = { ...${given}, callbacks: { onEvent: ({ type }) => events.push(type), onError: e => events.push(String(e)) } }
      </script>
      ${start}`,
  }
}

const serve = (kind: Kind, config: object, part: Part = 'Login') =>
  stage.serve(kind.path, () => page(kind, config, part))

const open = async (kind: Kind, config: object) => {
  serve(kind, config)
  const visitor = await stage.visitor()
  await visitor.page.goto(stage.origin + kind.path)
  return visitor
}

type Tab = Awaited<ReturnType<typeof open>>['page']
const emailIn = (tab: Tab) =>
  tab.evaluate(() => (window as { client?: Signing }).client?.user.getSync()?.emails[0]?.email)
type Signing = { user: { getSync: () => { emails: { email: string }[] } | null } }

describe.each(kinds)('page with $kind under a strict CSP', kind => {
  test('a magic link signs in', async () => {
    const here = stage.origin + kind.path
    const { page: tab, complaints } = await open(kind, {
      emailMagicLinksOptions: { loginRedirectURL: here, signupRedirectURL: here },
    })
    const email = somebody()
    await tab.getByLabel('Email').fill(email)
    await tab.getByRole('button', { name: 'Continue with email' }).click()
    await see(tab.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    const [link = ''] = (await stage.mail(email)).links
    await tab.goto(link)
    await tab.evaluate(async () => {
      const { client } = window as unknown as { client: Authenticating }
      const token = new URLSearchParams(location.search).get('token') ?? ''
      await client.magicLinks.authenticate(token, { session_duration_minutes: 60 })
    })
    expect(await emailIn(tab)).toBe(email)
    expect(complaints).toEqual([])
  })

  test('an emailed passcode signs in', async () => {
    const { page: tab, complaints } = await open(kind, { products: ['otp'], otpOptions: { methods: ['email'] } })
    const email = somebody()
    await tab.getByLabel('Email').fill(email)
    await tab.getByRole('button', { name: 'Continue with email' }).click()
    await see(tab.getByRole('textbox', { name: 'Passcode' })).toBeFocused()
    await tab.keyboard.type((await stage.mail(email)).code ?? '')
    await see(tab.getByText('Your passcode has been successfully verified.')).toBeVisible()
    expect(await emailIn(tab)).toBe(email)
    // The last event is dispatched after the screen has rendered.
    await expect
      .poll(() => tab.evaluate(() => (window as unknown as { events: string[] }).events), { timeout: 30_000 })
      .toEqual(['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
    expect(complaints).toEqual([])
  })

  test('a password signs up and signs in again', async () => {
    const config = { products: ['passwords'] }
    const { page: tab, complaints } = await open(kind, config)
    const email = somebody()
    const enter = async (button: string) => {
      await tab.getByLabel('Email').fill(email)
      await tab.getByRole('button', { name: 'Continue with email' }).click()
      await tab.getByLabel('Password', { exact: true }).fill('quiet-otters-fold-paper')
      await tab.getByRole('button', { name: button, exact: true }).click()
      await see(tab.getByText('You have successfully logged in.')).toBeVisible()
    }
    await enter('Continue')
    await tab.evaluate(() => (window as unknown as { client: Revoking }).client.session.revoke())
    await tab.reload()
    expect(await emailIn(tab)).toBeUndefined()
    await enter('Continue')
    expect(await emailIn(tab)).toBe(email)
    expect(complaints).toEqual([])
  })

  test('a passkey is registered and signs in with its button', async () => {
    const config = { products: ['passkeys', 'emailMagicLinks'] }
    const { page: tab, complaints } = await open(kind, config)
    await plugInAuthenticator(tab)
    const email = somebody()
    await tab.evaluate(async address => {
      const { client } = window as unknown as { client: Creating }
      const account = { email: address, password: 'quiet-otters-fold-paper', session_duration_minutes: 60 }
      await client.passwords.create(account)
    }, email)
    serve(kind, config, 'PasskeyRegistration')
    await tab.reload()
    await tab.getByRole('button', { name: 'Create a Passkey' }).click()
    await see(tab.getByText('Passkey successfully created!')).toBeVisible()
    await tab.evaluate(() => (window as unknown as { client: Revoking }).client.session.revoke())
    serve(kind, config)
    // In a browser that offers none in the field.
    await tab.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await tab.reload()
    expect(await emailIn(tab)).toBeUndefined()
    await tab.getByRole('button', { name: 'Login with a Passkey' }).click()
    await see(tab.getByText('Your Passkey has been successfully authenticated.')).toBeVisible()
    expect(await emailIn(tab)).toBe(email)
    expect(complaints).toEqual([])
  })

  test('a passcode by SMS signs in', async () => {
    const { page: tab, complaints } = await open(kind, { products: ['otp'], otpOptions: { methods: ['sms'] } })
    const local = `201555${String(100 + ++people).padStart(4, '0')}`
    await tab.getByLabel('Phone number').fill(local)
    await tab.getByRole('button', { name: 'Continue with text message' }).click()
    await see(tab.getByRole('textbox', { name: 'Passcode' })).toBeFocused()
    await tab.keyboard.type((await stage.mail(`+1${local}`)).code ?? '')
    await see(tab.getByText('Your passcode has been successfully verified.')).toBeVisible()
    expect(complaints).toEqual([])
  })
})

type Authenticating = { magicLinks: { authenticate: (token: string, options: object) => Promise<unknown> } }
type Creating = { passwords: { create: (options: object) => Promise<unknown> } }
type Revoking = { session: { revoke: () => Promise<unknown> } }

test('a page on an unknown origin tells the developer how to add it to the project', async () => {
  const other = await stage.newProject('--allow-origin', 'https://elsewhere.example')
  const unknown = stage.origin.replace('localhost', '127.0.0.1')
  stage.serve('/unknown', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
      <div id="sign-in"></div><script src="${stage.provider}/widget.js"></script>
      <script>SignIn.mountLogin({ elementId: 'sign-in', publicToken: '${other.publicToken}' })</script>`,
  })
  const { page: tab, complaints } = await stage.visitor()
  await tab.goto(`${unknown}/unknown`)
  const hints = () => complaints.filter(complaint => complaint.includes('does not allow requests from this origin'))
  await expect.poll(hints, { timeout: 30_000 }).toHaveLength(1)
  expect(hints()[0]).toContain(`npm run identity -- project set ${other.publicToken} --allow-origin ${unknown}`)
  await tab.getByLabel('Email').fill(somebody())
  await tab.getByRole('button', { name: 'Continue with email' }).click()
  await see(tab.getByRole('alert')).toHaveText('Unable to contact our servers.')
  expect(hints()).toHaveLength(1)
})
