import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../identity/projects/index.ts'
import { tokenIn } from '../../identity/testing/index.ts'
import { openStage, type Stage, type Visitor } from '../testing/stage/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject({ emailDomains: ['mail.example.org'] })
})
afterAll(() => stage?.close())

let people = 0
const somebody = () => `reader-${++people}@example.org`

type Options = NonNullable<Parameters<Visitor['mount']>[1]>
const open = async (options: Options = {}, at: Project = project): Promise<Visitor> => {
  const visitor = await stage.open(at)
  onTestFinished(() => visitor.context.close())
  await visitor.mount('mountLogin', options)
  return visitor
}
const linkConfig = () => ({
  emailMagicLinksOptions: {
    loginRedirectURL: `${stage.application}/landing`,
    signupRedirectURL: `${stage.application}/landing`,
    loginExpirationMinutes: 20,
    signupExpirationMinutes: 40,
    createUserAsPending: true,
  },
})
const emailField = ({ page }: Visitor) => page.getByLabel('Email')
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, exact: true })

/** Waits for an event of this name to be reported to the provider and returns it. */
const reported = async (visitor: Visitor, name: string): Promise<Record<string, unknown>> => {
  type Batch = { event: { event_name: string; details: Record<string, unknown> } }[]
  const find = () =>
    visitor
      .asked('/events')
      .flatMap(batch => Object.values(batch) as unknown as Batch)
      .find(({ event }) => event.event_name === name)
  await expect.poll(find).toBeDefined()
  return find()?.event.details ?? {}
}

describe('magic link', () => {
  test('a magic link signs up a new user', async () => {
    const visitor = await open({ config: linkConfig() })
    const email = somebody()
    await see(heading(visitor, 'Sign up or log in')).toBeVisible()
    await emailField(visitor).fill(` ${email} `)
    await button(visitor, 'Continue with email').click()
    await see(heading(visitor, 'Check your email')).toBeFocused()
    await see(visitor.page.getByText(`An email was sent to ${email}.`)).toBeVisible()
    expect((await visitor.noted()).events).toMatchObject([
      { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { status_code: 200 } },
    ])
    expect(visitor.asked('/magic_links/email/login_or_create')).toEqual([
      {
        email,
        login_magic_link_url: `${stage.application}/landing`,
        login_expiration_minutes: 20,
        signup_magic_link_url: `${stage.application}/landing`,
        signup_expiration_minutes: 40,
      },
    ])
    expect(await reported(visitor, 'email_sent')).toEqual({ email, type: 'login_or_create_eml' })

    const [mail] = await stage.mailbox(email)
    await visitor.visit(mail.links[0] ?? '')
    await visitor.mount('mountLogin')
    const emails = await visitor.page.evaluate(
      async token =>
        (await window.signInClient.magicLinks.authenticate(token, { session_duration_minutes: 60 })).user.emails,
      tokenIn(mail),
    )
    expect(emails).toMatchObject([{ email, verified: true }])
  })

  test('the link to the inbox searches for the project’s sender', async () => {
    const visitor = await open({ config: linkConfig() })
    await emailField(visitor).fill(somebody())
    await emailField(visitor).press('Enter')
    const link = (name: string) => visitor.page.getByRole('link', { name, exact: true })
    await see(link('Open in Gmail')).toHaveAttribute('href', /#search\/from%3A\(%40mail\.example\.org\)/)
    await see(link('Open in Yahoo')).toHaveAttribute('href', 'https://mail.yahoo.com/')
    await see(link('Open in Outlook')).toHaveAttribute('href', 'https://outlook.live.com/mail/0/')
    for (const name of ['Gmail', 'Yahoo', 'Outlook']) {
      await see(link(`Open in ${name}`)).toHaveAttribute('target', '_blank')
      await see(link(`Open in ${name}`)).toHaveAttribute('rel', /noopener|noreferrer/)
    }
  })

  test('an undelivered magic link is requested again from the start', async () => {
    const visitor = await open({ config: linkConfig() })
    const email = somebody()
    await emailField(visitor).fill(email)
    await emailField(visitor).press('Enter')
    await button(visitor, 'Try again').click()
    await see(emailField(visitor)).toBeFocused()
    await see(emailField(visitor)).toHaveValue('')
    expect(await reported(visitor, 'email_try_again_clicked')).toEqual({ email, type: 'login_or_create_eml' })
  })
})

describe('invalid email address', () => {
  test.each([
    ['of a mailed link', {}, 'Invalid email address'],
    ['of a mailed code', { products: ['otp'], otpOptions: { methods: ['email'] } }, 'Invalid email, please try again.'],
    ['of a password', { products: ['passwords'] }, 'Invalid email address'],
  ] as const)('an invalid address %s is detected without a request', async (_, config, sentence) => {
    const visitor = await open({ config })
    for (const address of ['', 'ada', 'ada@example', '@example.org', 'a b@example.org']) {
      await emailField(visitor).fill(address)
      await button(visitor, 'Continue with email').click()
      await see(visitor.page.getByRole('alert').filter({ hasText: sentence })).toHaveText(sentence)
      await see(emailField(visitor)).toBeFocused()
      await see(emailField(visitor)).toHaveAccessibleDescription(sentence)
    }
    for (const call of ['/login_or_create', '/users/search']) expect(visitor.asked(call)).toEqual([])
  })
})

test('a provider error is shown under the field and reported to the page', async () => {
  const visitor = await open({
    config: { emailMagicLinksOptions: { loginRedirectURL: 'https://elsewhere.example/' } },
  })
  await emailField(visitor).fill(somebody())
  await button(visitor, 'Continue with email').click()
  await see(visitor.page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  const [error] = (await visitor.noted()).errors
  await see(emailField(visitor)).toHaveAccessibleDescription(/./)
  expect(error?.error_type).toBe('no_match_for_provided_magic_link_url')
})

test('an unreachable provider is reported and can be retried', async () => {
  const visitor = await open({ config: linkConfig() })
  await visitor.context.setOffline(true)
  await emailField(visitor).fill(somebody())
  await button(visitor, 'Continue with email').click()
  await see(visitor.page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await visitor.context.setOffline(false)
  await button(visitor, 'Continue with email').click()
  await see(heading(visitor, 'Check your email')).toBeVisible()
})

test('a double click sends one email', async () => {
  const visitor = await open({ config: linkConfig() })
  await emailField(visitor).fill(somebody())
  await visitor.page.getByRole('button', { name: 'Continue with email' }).dblclick()
  await see(heading(visitor, 'Check your email')).toBeVisible()
  expect(visitor.asked('/magic_links/email/login_or_create')).toHaveLength(1)
})

describe('tabs', () => {
  const config = {
    products: ['emailMagicLinks', 'otp'],
    otpOptions: { methods: ['sms', 'whatsapp'] },
  } as const

  test('a single method has no tabs', async () => {
    const visitor = await open()
    await see(emailField(visitor)).toBeVisible()
    await see(visitor.page.getByRole('tablist')).toHaveCount(0)
  })

  test('tabs are one tab stop with wrapping arrow keys', async () => {
    const { page } = await open({ config })
    const selected = page.getByRole('tab', { selected: true })
    await see(page.getByRole('tab')).toHaveText(['Email', 'Text', 'WhatsApp'])
    await selected.focus()
    for (const [key, name] of [
      ['ArrowRight', 'Text'],
      ['ArrowRight', 'WhatsApp'],
      ['ArrowRight', 'Email'],
      ['ArrowLeft', 'WhatsApp'],
      ['Home', 'Email'],
      ['End', 'WhatsApp'],
    ] as const) {
      await page.keyboard.press(key)
      await see(selected).toHaveText(name)
      await see(selected).toBeFocused()
      await see(page.getByRole('tabpanel', { name })).toBeVisible()
    }
    await page.keyboard.press('Tab')
    await see(page.getByLabel('Country')).toBeFocused()
  })

  test('arrow keys follow the visual order in right-to-left text', async () => {
    const { page } = await open({ config })
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    const selected = page.getByRole('tab', { selected: true })
    await selected.focus()
    const placeOf = async () => (await selected.boundingBox())?.x ?? 0
    const before = await placeOf()
    await page.keyboard.press('ArrowLeft')
    await see(selected).toHaveText('Text')
    expect(await placeOf()).toBeLessThan(before)
    await page.keyboard.press('ArrowRight')
    await see(selected).toHaveText('Email')
    await page.keyboard.press('End')
    await see(selected).toHaveText('WhatsApp')
  })

  test('tabs keep the phone number when switching between phone methods', async () => {
    const visitor = await open({ config })
    const { page } = visitor
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByLabel('Country').selectOption({ label: 'Switzerland (+41)' })
    await page.getByLabel('Phone number').fill('079 123')
    await page.getByRole('tab', { name: 'WhatsApp' }).click()
    await see(page.getByLabel('Phone number')).toHaveValue('079 123')
    await see(page.getByLabel('Country')).toHaveValue('CH')
    await see(button(visitor, 'Continue with WhatsApp')).toBeVisible()
  })
})

describe('social buttons', () => {
  const oauthOptions = {
    providers: [
      { type: 'google', custom_scopes: ['calendar', 'tasks'], provider_params: { login_hint: 'ada@example.org' } },
      { type: 'github' },
    ],
    loginRedirectURL: 'https://application.example/in',
    signupRedirectURL: 'https://application.example/up',
  } as const

  const startOf = async (visitor: Visitor, name: string): Promise<URL> => {
    await visitor.page.route('**/v1/public/oauth/**', route => route.fulfill({ body: 'At the provider' }))
    await button(visitor, name).click()
    await visitor.page.waitForURL('**/v1/public/oauth/**')
    return new URL(visitor.page.url())
  }

  test('social buttons redirect to the provider with the page’s options', async () => {
    const visitor = await open({ config: { products: ['oauth', 'emailMagicLinks'], oauthOptions } })
    await see(visitor.page.getByText('or', { exact: true })).toBeVisible()
    const url = await startOf(visitor, 'Continue with Google')
    expect(url.origin + url.pathname).toBe(`${stage.provider}/v1/public/oauth/google/start`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      public_token: project.publicToken,
      custom_scopes: 'calendar tasks',
      provider_login_hint: 'ada@example.org',
      login_redirect_url: 'https://application.example/in',
      signup_redirect_url: 'https://application.example/up',
    })
  })

  test('social buttons add a PKCE challenge if the project requires one', async () => {
    const strict = await stage.newProject({ pkce: { magicLinks: false, passwordResets: false, oauth: true } })
    const visitor = await open({ config: { products: ['oauth'], oauthOptions } }, strict)
    const url = await startOf(visitor, 'Continue with GitHub')
    expect(url.pathname).toBe('/v1/public/oauth/github/start')
    expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(url.searchParams.has('custom_scopes')).toBe(false)
  })
})

describe('invalid configuration', () => {
  test.each([
    [{ products: ['passkeys'] }, 'Error: Cannot use Passkeys by itself, please add another product to the config.'],
    [
      { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } },
      'Error: Cannot use both EML and Email OTP',
    ],
  ] as const)('%j shows an error instead of the form', async (config, sentence) => {
    const { page } = await open({ config })
    await see(page.getByText(sentence, { exact: true })).toBeVisible()
    await see(page.getByRole('textbox')).toHaveCount(0)
  })
})

test('the form view event is sent once', async () => {
  const visitor = await open({ config: { products: ['emailMagicLinks'] } })
  expect(await reported(visitor, 'render_login_screen')).toEqual({ options: { products: ['emailMagicLinks'] } })
})

test('the form is in German if the page sets it', async () => {
  const visitor = await open({ config: linkConfig(), strings: 'de' })
  const email = somebody()
  await see(heading(visitor, 'Registrieren oder anmelden')).toBeVisible()
  await visitor.page.getByLabel('E-Mail-Adresse').fill(email)
  await button(visitor, 'Weiter mit E-Mail').click()
  await see(visitor.page.getByText(`Eine E-Mail wurde an ${email} gesendet.`)).toBeVisible()
})
