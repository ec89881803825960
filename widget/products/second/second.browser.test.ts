import { see } from '@corroborate/server-kit/testing/browser'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../../identity/projects/index.ts'
import type { Config } from '../../form/config/index.ts'
import { openStage, type Stage, type Visitor } from '../../testing/stage/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

const password = 'quiet-otters-fold-paper'
let people = 0
const somebody = () => `person-${++people}@example.org`

const config = (more: Config = {}): Config => {
  const landing = `${stage.application}/landing`
  return {
    products: ['passwords'],
    passwordOptions: { loginRedirectURL: landing, resetPasswordRedirectURL: landing },
    sessionOptions: { sessionDurationMinutes: 60 },
    ...more,
  }
}

const open = async (email: string | null, given: Config = config(), options: object = {}): Promise<Visitor> => {
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  await visitor.mount('mountLogin', { config: given, ...options })
  if (email !== null) await enterEmail(visitor, email)
  return visitor
}
const enterEmail = async ({ page }: Visitor, email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
}
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, exact: true })
const typePassword = async (visitor: Visitor) => {
  await visitor.page.getByLabel('Password', { exact: true }).fill(password)
  await button(visitor, 'Continue').click()
}
const typesOf = async (visitor: Visitor) => (await visitor.noted()).events.map(({ type }) => type)
const hears = (visitor: Visitor, ...types: string[]) => expect.poll(() => typesOf(visitor)).toEqual(types)
const asksForCode = (visitor: Visitor) => see(heading(visitor, 'One more step')).toBeVisible()

/** An account with a password and an authenticator app. Codes are those of a clock that only goes ahead. */
const withApp = async () => {
  const email = somebody()
  const minutes = { session_duration_minutes: 60 }
  const { method_id } = await stage.call(project, '/otps/email/login_or_create', { email })
  const [{ code }] = await stage.mailbox(email)
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  await visitor.mount('mountLogin', { config: config() })
  const made = await visitor.page.evaluate(
    async ([code, method, password, minutes]) => {
      const { otps, passwords, totps } = window.signInClient
      await otps.authenticate(code, method, minutes)
      await passwords.resetBySession({ password, ...minutes })
      return totps.create({ expiration_minutes: 30 })
    },
    [String(code), String(method_id), password, minutes] as const,
  )
  const codeIn = (steps: number) =>
    new TOTP({ secret: made.secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  // The code of the step before: that of now, and the next, stay for the test.
  await visitor.page.evaluate(
    async ([totp_code, minutes]) => window.signInClient.totps.authenticate({ totp_code, ...minutes }),
    [codeIn(-1), minutes] as const,
  )
  return { email, codeIn, recoveryCodes: made.recovery_codes, visitor }
}

const enterCode = async (visitor: Visitor, code: string, label = 'Code from the app') => {
  await visitor.page.getByLabel(label).fill(code)
  await button(visitor, 'Log in').click()
}

describe('user with an authenticator app', () => {
  test('the code is requested after the password, and the page then gets the sign-in with both factors', async () => {
    const { email, codeIn } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    await see(visitor.page.getByText(`You are logging in as ${email}.`)).toBeVisible()
    await see(visitor.page.getByLabel('Code from the app')).toBeFocused()
    expect(await typesOf(visitor)).toEqual([])

    await enterCode(visitor, '000000')
    await see(visitor.page.getByText('This code is not right.')).toBeVisible()
    expect(await typesOf(visitor)).toEqual([])
    await enterCode(visitor, codeIn(0))
    await see(heading(visitor, 'Success!')).toBeVisible()
    await hears(visitor, 'PASSWORD_AUTHENTICATE', 'SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
    const tokens = await visitor.page.evaluate(() => window.signInClient.session.getTokens())
    const [logIn, second] = (await visitor.noted()).events
    for (const event of [logIn, second]) {
      expect(event?.data).toMatchObject({
        status_code: 200,
        session_token: tokens?.session_token,
        user: { emails: [{ email }] },
        session: { custom_claims: { second_factor: 'proved' } },
      })
    }
  })

  test('the code is requested after an emailed passcode, and a recovery code works too', async () => {
    const { email, recoveryCodes } = await withApp()
    const visitor = await open(email, config({ products: ['otp'], otpOptions: { methods: ['email'] } }))
    await see(heading(visitor, 'Enter passcode')).toBeVisible()
    const mailed = async () => (await stage.mailbox(email, 2)).map(({ code }) => code).find(Boolean)
    await visitor.page.getByLabel('Passcode').fill(String(await mailed()))
    await asksForCode(visitor)
    await button(visitor, 'Lost your phone? Use a recovery code').click()
    await see(visitor.page.getByLabel('Recovery code')).toBeFocused()
    await see(visitor.page.getByText(/Write to the people who run this service/)).toBeVisible()
    await enterCode(visitor, 'not a code', 'Recovery code')
    await see(visitor.page.getByText('This recovery code is not right')).toBeVisible()
    await enterCode(visitor, recoveryCodes[0] ?? '', 'Recovery code')
    await hears(
      visitor,
      'OTP_LOGIN_OR_CREATE',
      'OTP_AUTHENTICATE',
      'SECOND_FACTOR_AUTHENTICATE',
      'AUTHENTICATE_FLOW_COMPLETE',
    )
  })

  test('the code is requested at once after the page was closed between the factors', async () => {
    const { email, codeIn } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    await visitor.visit('/landing')
    await visitor.mount('mountLogin', { config: config() })
    await asksForCode(visitor)
    await enterCode(visitor, codeIn(0))
    await hears(visitor, 'SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
    await see(visitor.page.getByText('You are logged in.')).toBeVisible()
  })

  test('the account page asks for the code and then opens', async () => {
    const { email, codeIn } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    await visitor.visit('/landing')
    await visitor.page.evaluate(
      ([publicToken, baseUrl]) => void window.SignIn.mountAccount({ elementId: 'login', publicToken, baseUrl }),
      [project.publicToken, stage.provider] as const,
    )
    await asksForCode(visitor)
    await enterCode(visitor, codeIn(0))
    await see(heading(visitor, 'Where you are logged in')).toBeVisible()
  })

  test('the user can start over as someone else, ending the one-factor session', async () => {
    const { email } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    await button(visitor, 'Log in as somebody else').click()
    await see(visitor.page.getByLabel('Email')).toBeVisible()
    expect(await typesOf(visitor)).toEqual([])
    expect(await visitor.page.evaluate(() => window.signInClient.session.getTokens())).toBeNull()
  })

  test('the user starts over when the session ended meanwhile', async () => {
    const { email, codeIn } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    await stage.db.updateTable('sessions').set({ revoked_at: 1 }).where('project_id', '=', project.id).execute()
    await enterCode(visitor, codeIn(0))
    await see(visitor.page.getByLabel('Email')).toBeVisible()
  })

  test('a remembered device skips the code, and other devices do not', async () => {
    const { email, codeIn } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    const box = visitor.page.getByLabel('Remember this device for 30 days')
    // The form takes away how browsers draw their fields; this one is drawn by the browser.
    expect(await box.evaluate(input => getComputedStyle(input).appearance)).toBe('auto')
    await box.check()
    await enterCode(visitor, codeIn(0))
    await see(heading(visitor, 'Success!')).toBeVisible()
    expect(visitor.asked('/totps/authenticate')).toMatchObject([{ remember_device: true }])
    await visitor.page.evaluate(() => window.signInClient.session.revoke())
    await visitor.visit('/landing')
    await visitor.mount('mountLogin', { config: config() })
    await enterEmail(visitor, email)
    await typePassword(visitor)
    await hears(visitor, 'PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')

    const elsewhere = await open(email)
    await typePassword(elsewhere)
    await asksForCode(elsewhere)
  })

  test('the code is requested after a password reset, which proves only the mailbox', async () => {
    const { email, codeIn } = await withApp()
    const reset = { email, login_redirect_url: `${stage.application}/landing` }
    await stage.call(project, '/passwords/email/reset/start', {
      ...reset,
      reset_password_redirect_url: reset.login_redirect_url,
    })
    const mailed = async () =>
      (await stage.mailbox(email)).find(({ subject }) => subject?.startsWith('Set a new password'))
    await expect.poll(mailed).toBeDefined()
    const visitor = await stage.open(project)
    onTestFinished(() => visitor.context.close())
    await visitor.visit((await mailed())?.links[0] ?? '')
    await visitor.mount('mountResetPassword', { config: config() })
    await visitor.page.getByLabel('Password', { exact: true }).fill('seven-lanterns-by-the-harbour')
    await button(visitor, 'Continue').click()
    await asksForCode(visitor)
    expect(await typesOf(visitor)).toEqual([])
    await enterCode(visitor, codeIn(0))
    await hears(visitor, 'PASSWORD_RESET_BY_EMAIL', 'SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
  })

  test('proving the second factor in another tab signs in here too', async () => {
    const { email, codeIn } = await withApp()
    const visitor = await open(email)
    await typePassword(visitor)
    await asksForCode(visitor)
    const tab = await visitor.context.newPage()
    await tab.goto('/landing')
    await tab.evaluate(
      async ([publicToken, baseUrl, totp_code]) => {
        const { client } = window.SignIn.mountLogin({ elementId: 'login', publicToken, baseUrl })
        await client.totps.authenticate({ totp_code, session_duration_minutes: 60 })
      },
      [project.publicToken, stage.provider, codeIn(0)] as const,
    )
    await hears(visitor, 'PASSWORD_AUTHENTICATE', 'SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
  })
})

test('a user without an app is not asked for a code', async () => {
  const email = somebody()
  await stage.call(project, '/passwords', { email, password, session_duration_minutes: 60 })
  const visitor = await open(email)
  await typePassword(visitor)
  await hears(visitor, 'PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
})

test('the second-factor screen uses the form’s language', async () => {
  const { email } = await withApp()
  const visitor = await open(null, config(), { strings: 'de' })
  await visitor.page.getByLabel('E-Mail').fill(email)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByLabel('Passwort', { exact: true }).fill(password)
  await visitor.page.keyboard.press('Enter')
  await see(heading(visitor, 'Noch ein Schritt')).toBeVisible()
})
