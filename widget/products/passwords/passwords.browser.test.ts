import { scryptSync } from 'node:crypto'
import { axe, see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { setPassword } from '../../../identity/factors/passwords/index.ts'
import type { Project } from '../../../identity/projects/index.ts'
import { tokenIn } from '../../../identity/testing/index.ts'
import type { Config } from '../../form/config/index.ts'
import { openStage, type Stage, type Visitor } from '../../testing/stage/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

/** Longer timeouts for mails and password hashing. */
const password = 'quiet-otters-fold-paper'
const newPassword = 'seven-lanterns-by-the-harbour'
const byKinds = {
  policy: 'luds',
  ludsComplexity: 3,
  ludsMinimumCount: 10,
  breachDetection: true,
  breachDetectionAtLogIn: true,
} as const
const minutes = { session_duration_minutes: 60 }
let people = 0
const somebody = () => `person-${++people}@example.org`

const config = (more: Config = {}): Config => ({
  products: ['passwords'],
  passwordOptions: {
    loginRedirectURL: `${stage.application}/landing`,
    resetPasswordRedirectURL: `${stage.application}/landing`,
  },
  sessionOptions: { sessionDurationMinutes: 60 },
  ...more,
})
const withLinks = () =>
  config({
    products: ['passwords', 'emailMagicLinks'],
    emailMagicLinksOptions: {
      loginRedirectURL: `${stage.application}/landing`,
      signupRedirectURL: `${stage.application}/landing`,
    },
  })
const withCodes = () => config({ products: ['otp', 'passwords'], otpOptions: { methods: ['email'] } })

const open = async (given: Config = config(), at: Project = project): Promise<Visitor> => {
  const visitor = await stage.open(at)
  onTestFinished(() => visitor.context.close())
  await visitor.mount('mountLogin', { config: given })
  return visitor
}

const field = ({ page }: Visitor) => page.getByLabel('Password', { exact: true })
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
const text = ({ page }: Visitor, words: string | RegExp) => page.getByText(words)
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { name, exact: true })
const continueButton = (visitor: Visitor) => button(visitor, 'Continue')

const enterEmail = async (visitor: Visitor, email: string) => {
  await visitor.page.getByLabel('Email').fill(email)
  await visitor.page.getByRole('button', { name: 'Continue with email' }).click()
}
const typesOf = async (visitor: Visitor) => (await visitor.noted()).events.map(({ type }) => type)
const hears = (visitor: Visitor, ...types: string[]) => expect.poll(() => typesOf(visitor)).toEqual(types)

/** An account with a password. */
const addAccount = (email: string) => stage.call(project, '/passwords', { email, password, ...minutes })

/** An account that has only ever signed in by code. */
const addPasswordless = async (email: string): Promise<void> => {
  const { method_id } = await stage.call(project, '/otps/email/login_or_create', { email })
  const [{ code }] = await stage.mailbox(email)
  await stage.call(project, '/otps/authenticate', { token: code, method_id, ...minutes })
}

/** Returns the newest mail with links, which excludes the password change notification. */
const mailWithLinks = async (email: string, atLeast = 1) => {
  const mail = (await stage.mailbox(email, atLeast)).find(({ links }) => links.length > 0)
  if (mail === undefined) throw new Error('No mail has links.')
  return mail
}

describe('new user', () => {
  test('a new user creates an account with a password graded while typing', async () => {
    const email = somebody()
    const visitor = await open()
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Finish creating your account by setting a password.')).toBeVisible()
    await see(visitor.page.getByLabel('Email')).toHaveValue(email)
    await see(continueButton(visitor)).toBeDisabled()
    const meter = visitor.page.getByRole('meter', { name: 'Password strength' })
    await see(meter).toHaveAttribute('aria-valuenow', '0')

    await field(visitor).pressSequentially('abc')
    await see(text(visitor, 'Use at least 8 characters.')).toBeVisible()
    await see(meter).toHaveAttribute('aria-valuenow', '1')
    await see(continueButton(visitor)).toBeDisabled()

    await field(visitor).fill(password)
    await see(meter).toHaveAttribute('aria-valuenow', '4')
    await see(text(visitor, 'Strong')).toBeVisible()
    await continueButton(visitor).click()
    await see(heading(visitor, 'Success!')).toBeVisible()
    await see(text(visitor, 'You have successfully logged in.')).toBeVisible()
    await hears(visitor, 'PASSWORD_CREATE', 'AUTHENTICATE_FLOW_COMPLETE')
    expect((await visitor.noted()).events[0]?.data).toMatchObject({ status_code: 200, user: { emails: [{ email }] } })
    expect(visitor.asked('/passwords')).toMatchObject([{ email, password, session_duration_minutes: 60 }])
  })

  test('a breached password is rejected with a request to choose another', async () => {
    const visitor = await open()
    await enterEmail(visitor, somebody())
    await field(visitor).fill('password1234')
    await see(text(visitor, /may have been used on a different site that experienced a security issue/)).toBeVisible()
    await see(continueButton(visitor)).toBeDisabled()
  })

  test('a new user may request a magic link instead, where enabled', async () => {
    const email = somebody()
    const visitor = await open(withLinks())
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Choose how you would like to create your account.')).toBeVisible()
    await see(heading(visitor, 'Finish creating your account by setting a password.')).toBeVisible()
    await button(visitor, 'Email me a login link').click()
    await see(heading(visitor, 'Check your email')).toBeVisible()
    await see(text(visitor, `An email was sent to ${email}.`)).toBeVisible()
    await hears(visitor, 'MAGIC_LINK_LOGIN_OR_CREATE')
  })

  test('a new user may request a passcode instead, where enabled', async () => {
    const email = somebody()
    const visitor = await open(withCodes())
    await enterEmail(visitor, email)
    await button(visitor, 'Email me a login code').click()
    await see(heading(visitor, 'Enter passcode')).toBeVisible()
    const [{ code }] = await stage.mailbox(email)
    await see(visitor.page.getByLabel('Passcode')).toBeFocused()
    await visitor.page.keyboard.type(code ?? '')
    await hears(visitor, 'OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
  })

  test('a new user gets an email if the address was taken meanwhile', async () => {
    const email = somebody()
    const visitor = await open()
    await enterEmail(visitor, email)
    await addAccount(email)
    await field(visitor).fill(newPassword)
    await continueButton(visitor).click()
    await see(heading(visitor, 'Check your email to set a new password!')).toBeVisible()
    await see(text(visitor, new RegExp(`We sent an email to ${email} to make sure`))).toBeVisible()
    expect((await visitor.noted()).errors).toMatchObject([{ error_type: 'reset_password' }])
    expect((await stage.mailbox(email))[0].links[0]).toContain('stytch_token_type=reset_password')
  })
})

describe('user with a password', () => {
  const email = somebody()
  beforeAll(() => addAccount(email))

  test('a user logs in after a wrong password was rejected', async () => {
    const visitor = await open()
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Log In')).toBeVisible()
    await field(visitor).fill('not-quite-it')
    await field(visitor).press('Enter')
    await see(
      visitor.page.getByRole('alert').filter({ hasText: 'The e-mail address or password is not right.' }),
    ).toBeVisible()
    await see(field(visitor)).toHaveAttribute('aria-invalid', 'true')
    await field(visitor).fill(password)
    await see(text(visitor, 'The e-mail address or password is not right.')).toBeHidden()
    await continueButton(visitor).click()
    await see(heading(visitor, 'Success!')).toBeVisible()
    await hears(visitor, 'PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
    expect((await visitor.noted()).errors).toMatchObject([{ error_type: 'unauthorized_credentials' }])
  })

  test('a user can show the password', async () => {
    const visitor = await open()
    await enterEmail(visitor, email)
    await field(visitor).fill(password)
    await see(field(visitor)).toHaveAttribute('type', 'password')
    await button(visitor, 'Show password').click()
    await see(field(visitor)).toHaveAttribute('type', 'text')
    await button(visitor, 'Hide password').click()
    await see(field(visitor)).toHaveAttribute('type', 'password')
  })

  test('a user goes back to the main screen', async () => {
    const visitor = await open()
    await enterEmail(visitor, email)
    await field(visitor).fill(password)
    await button(visitor, 'Back').click()
    await enterEmail(visitor, email)
    await see(field(visitor)).toHaveValue('')
  })

  test('a user may request a magic link instead, where enabled', async () => {
    const visitor = await open(withLinks())
    await enterEmail(visitor, email)
    await button(visitor, 'Email me a login link').click()
    await see(heading(visitor, 'Check your email')).toBeVisible()
  })

  test.each([
    ['reset_password', 'Check your email to set a new password!'],
    ['breached_password', 'Check your email to set a new password'],
  ])('a user must set a new password when the provider returns %s', async (error_type, title) => {
    const visitor = await open()
    await visitor.page.route('**/passwords/authenticate', route =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 401,
            headers: {
              'Access-Control-Allow-Origin': stage.application,
              'Access-Control-Allow-Credentials': 'true',
            },
            contentType: 'application/json',
            body: JSON.stringify({ error_type, error_message: '…', error_url: '', request_id: '1', status_code: 401 }),
          })
        : route.fallback(),
    )
    await enterEmail(visitor, email)
    await field(visitor).fill(password)
    await continueButton(visitor).click()
    await see(heading(visitor, title)).toBeVisible()
    await see(text(visitor, email)).toBeVisible()
    await hears(visitor, 'PASSWORD_RESET_BY_EMAIL_START')
  })
})

describe('user with a breached password', () => {
  const leaked = 'Iloveyou123'

  /** An account with a password that the project would refuse today. */
  const addLeaked = async (): Promise<string> => {
    const email = somebody()
    const { user_id } = await addAccount(email)
    const [salt, key] = ['saltsaltsaltsalt', scryptSync(leaked, 'saltsaltsaltsalt', 32, { N: 1024 })].map(bytes =>
      Buffer.from(bytes).toString('base64').replaceAll('=', ''),
    )
    const hash = `$scrypt$ln=10,r=8,p=1$${salt}$${key}`
    await stage.db
      .transaction()
      .execute(tx => setPassword(tx, project, String(user_id), { scheme: 'scrypt', hash }, Date.now()))
    return email
  }

  const logInWith = async (visitor: Visitor, email: string) => {
    await enterEmail(visitor, email)
    await field(visitor).fill(leaked)
    await continueButton(visitor).click()
  }

  test('a breached password is explained, and a new one set by email', async () => {
    const email = await addLeaked()
    const visitor = await open()
    await logInWith(visitor, email)
    await see(heading(visitor, 'Check your email to set a new password')).toBeVisible()
    await see(text(visitor, 'A different site where you use the same password had a security issue.')).toBeVisible()
    expect(visitor.asked('/passwords/strength_check')).toEqual([{ password: leaked }])

    const [mail] = await stage.mailbox(email)
    await visitor.visit(mail.links[0] ?? '')
    await visitor.mount('mountResetPassword', { config: config() })
    await field(visitor).fill(newPassword)
    await continueButton(visitor).click()
    await see(heading(visitor, 'Success!')).toBeVisible()
  })

  test.each(['fails', 'never answers'])('only the mailbox is requested when the strength check %s', async how => {
    const email = await addLeaked()
    const visitor = await open()
    await visitor.page.route('**/passwords/strength_check', async route => {
      if (how === 'fails') await route.abort()
    })
    await logInWith(visitor, email)
    await see(heading(visitor, 'Check your email to set a new password!')).toBeVisible()
    await hears(visitor, 'PASSWORD_RESET_BY_EMAIL_START')
  })
})

describe('forgotten password', () => {
  test('the user gets a reset email, resends it, sets a new password and is logged in', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await open()
    await enterEmail(visitor, email)
    await button(visitor, 'Forgot Password?').click()
    await see(heading(visitor, 'Forgot password?')).toBeVisible()
    await see(text(visitor, `A link to reset your password was sent to you at ${email}.`)).toBeVisible()
    const logged = visitor.page.waitForRequest(
      request => request.url().endsWith('/events') && (request.postData() ?? '').includes('email_try_again_clicked'),
    )
    await button(visitor, 'Resend email').click()
    await see(text(visitor, 'Email resent')).toBeVisible()
    expect((await logged).postData()).toContain('"reset_password"')
    expect(visitor.asked('/passwords/email/reset/start')).toMatchObject([
      { email, reset_password_redirect_url: `${stage.application}/landing`, reset_password_expiration_minutes: 30 },
      { email },
    ])

    const [mail] = await stage.mailbox(email, 2)
    await visitor.visit(`${mail.links[0]}&kept=1`)
    await visitor.mount('mountResetPassword', { config: config() })
    // The address is unverified, so the link verifies it.
    await see(heading(visitor, 'Confirm your address')).toBeVisible()
    await expect.poll(() => visitor.page.url()).toBe(`${stage.application}/landing?kept=1`)
    await field(visitor).fill(newPassword)
    await see(continueButton(visitor)).toBeEnabled()
    await field(visitor).press('Enter')
    await see(heading(visitor, 'Success!')).toBeVisible()
    await hears(visitor, 'PASSWORD_RESET_BY_EMAIL', 'AUTHENTICATE_FLOW_COMPLETE')

    const friend = await open()
    await enterEmail(friend, email)
    await field(friend).fill(newPassword)
    await continueButton(friend).click()
    await see(heading(friend, 'Success!')).toBeVisible()
  })

  test.each([
    ['Check your email', withLinks],
    ['Check your email', config],
    ['Enter passcode', withCodes],
  ] as const)('the user logs in without a password: %s', async (title, configured) => {
    const email = somebody()
    await addAccount(email)
    const visitor = await open(configured())
    await enterEmail(visitor, email)
    await button(visitor, 'Forgot Password?').click()
    await button(visitor, 'Login without a password').click()
    await see(heading(visitor, title)).toBeVisible()
  })
})

describe('user without a password', () => {
  test('a magic link is sent automatically where enabled, and a password can be set', async () => {
    const email = somebody()
    await addPasswordless(email)
    const visitor = await open(withLinks())
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Check your email')).toBeVisible()
    await see(text(visitor, `An email was sent to ${email}.`)).toBeVisible()
    expect(visitor.asked('/magic_links/email/login_or_create')).toHaveLength(1)
    await button(visitor, 'Create a password instead').click()
    await see(heading(visitor, 'Check your email!')).toBeVisible()
    await see(text(visitor, `A link to set a password was sent to you at ${email}.`)).toBeVisible()
    await hears(visitor, 'MAGIC_LINK_LOGIN_OR_CREATE', 'PASSWORD_RESET_BY_EMAIL_START')
  })

  test('a passcode is sent automatically where enabled', async () => {
    const email = somebody()
    await addPasswordless(email)
    const visitor = await open(withCodes())
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Enter passcode')).toBeVisible()
    await see(button(visitor, 'Create a password instead')).toBeVisible()
    const [{ code }] = await stage.mailbox(email, 2)
    await see(visitor.page.getByLabel('Passcode')).toBeFocused()
    await visitor.page.keyboard.type(code ?? '')
    await hears(visitor, 'OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE')
  })

  test('a reset email is sent where nothing else is enabled', async () => {
    const email = somebody()
    await addPasswordless(email)
    const visitor = await open()
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Check your email!')).toBeVisible()
    await button(visitor, 'Resend email').click()
    await see(text(visitor, 'Email resent')).toBeVisible()
    await hears(visitor, 'PASSWORD_RESET_BY_EMAIL_START', 'PASSWORD_RESET_BY_EMAIL_START')
  })

  test('a failed email shows its reason and can be retried', async () => {
    const email = somebody()
    await addPasswordless(email)
    const visitor = await open()
    await visitor.page.route('**/passwords/email/reset/start', route => route.abort(), { times: 1 })
    await enterEmail(visitor, email)
    await see(visitor.page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await button(visitor, 'Send again').click()
    await see(heading(visitor, 'Check your email!')).toBeVisible()
  })
})

describe('reset page', () => {
  const startReset = async (email: string) => {
    const landing = `${stage.application}/landing`
    const urls = { login_redirect_url: landing, reset_password_redirect_url: landing }
    await stage.call(project, '/passwords/email/reset/start', { email, ...urls })
    return mailWithLinks(email)
  }

  /** Opens the target page of a reset mail's link. */
  const follow = async (email: string, link: 0 | 1): Promise<Visitor> => {
    const visitor = await open()
    const mail = await startReset(email)
    await visitor.visit(mail.links[link] ?? '')
    await visitor.mount('mountResetPassword', { config: config() })
    return visitor
  }

  test('the reset page logs in without a password with the link’s token', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await follow(email, 0)
    const answer = Promise.withResolvers<void>()
    await visitor.page.route('**/magic_links/authenticate', async route => {
      await answer.promise
      await route.continue()
    })
    await button(visitor, 'Confirm without a password').click()
    await see(button(visitor, 'Logging in...')).toBeVisible()
    answer.resolve()
    await see(heading(visitor, 'Success!')).toBeVisible()
    await hears(visitor, 'AUTHENTICATE_FLOW_COMPLETE')
  })

  test('the reset page logs in automatically for a log-in link', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await follow(email, 1)
    await see(heading(visitor, 'Success!')).toBeVisible()
    expect(visitor.asked('/magic_links/authenticate')).toHaveLength(1)
    expect(visitor.page.url()).toBe(`${stage.application}/landing`)
  })

  test('the reset page accepts a token passed by the page', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await open()
    const mail = await startReset(email)
    await visitor.mount('mountResetPassword', { config: config(), passwordResetToken: tokenIn(mail) })
    await field(visitor).fill(newPassword)
    await continueButton(visitor).click()
    await see(heading(visitor, 'Success!')).toBeVisible()
  })

  test('a used reset link shows an error before a password is typed, and a new email can be sent', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await follow(email, 0)
    await field(visitor).fill(newPassword)
    const sent = visitor.page.waitForRequest('**/passwords/email/reset')
    await continueButton(visitor).click()
    const { token } = (await sent).postDataJSON()
    await see(heading(visitor, 'Success!')).toBeVisible()

    await visitor.mount('mountResetPassword', { config: config(), passwordResetToken: token })
    await see(text(visitor, /^The link was used already or has expired\./)).toBeVisible()
    await see(field(visitor)).toHaveCount(0)
    await visitor.page.getByLabel('Email').fill('nobody')
    await button(visitor, 'Email me a new link').click()
    await see(text(visitor, 'Invalid email address')).toBeVisible()
    await visitor.page.getByLabel('Email').fill(email)
    await button(visitor, 'Email me a new link').click()
    await see(text(visitor, `A link to reset your password was sent to you at ${email}.`)).toBeVisible()
    expect((await mailWithLinks(email, 3)).links[0]).not.toContain(token)
  })

  test('a used log-in link shows an error', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await follow(email, 1)
    await see(heading(visitor, 'Success!')).toBeVisible()
    await visitor.visit((await mailWithLinks(email)).links[1] ?? '')
    await visitor.mount('mountResetPassword', { config: config() })
    await see(text(visitor, 'The link was used already or has expired. Please ask for a new one.')).toBeVisible()
    await see(button(visitor, 'Email me a new link')).toBeVisible()
  })

  test('a link without its token explains what to do', async () => {
    const visitor = await open()
    await visitor.mount('mountResetPassword', { config: config() })
    await see(text(visitor, /This link is not complete/)).toBeVisible()
    await see(button(visitor, 'Email me a new link')).toBeVisible()
  })

  test('logging in is retried after the provider was unreachable', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await open()
    const mail = await startReset(email)
    await visitor.page.route('**/magic_links/authenticate', route => route.abort(), { times: 1 })
    await visitor.visit(mail.links[1] ?? '')
    await visitor.mount('mountResetPassword', { config: config() })
    await button(visitor, 'Try again').click()
    await see(heading(visitor, 'Success!')).toBeVisible()
  })
})

describe('password strength', () => {
  test('a LUDS project shows a checklist', async () => {
    const strict = await stage.newProject({
      passwords: byKinds,
    })
    const visitor = await open(config(), strict)
    await enterEmail(visitor, somebody())
    const length = visitor.page.getByRole('listitem').filter({ hasText: 'Must be at least 10 characters long' })
    const kinds = visitor.page.getByRole('listitem').filter({
      hasText: 'Must contain 3 of the following: uppercase letter, lowercase letter, number, symbol',
    })
    await see(length).toBeVisible()
    await see(kinds).toBeVisible()

    await field(visitor).fill('lowercase-only')
    await see(length).toContainText('done')
    await see(kinds).toContainText('still missing')
    await see(continueButton(visitor)).toBeDisabled()

    await field(visitor).fill('Password1234')
    await see(
      text(
        visitor,
        'This password may have been used on a different site that experienced a security issue. Please choose another password.',
      ),
    ).toBeVisible()
    await see(continueButton(visitor)).toBeDisabled()

    await field(visitor).fill('Lantern by the 7th harbour')
    await see(kinds).toContainText('done')
    await continueButton(visitor).click()
    await see(heading(visitor, 'Success!')).toBeVisible()
  })

  test('the strength shown is that of the current input, whatever order responses arrive in', async () => {
    const visitor = await open()
    await enterEmail(visitor, somebody())
    const weak = Promise.withResolvers<void>()
    await visitor.page.route('**/passwords/strength_check', async route => {
      if (route.request().postDataJSON().password === 'abc') await weak.promise
      await route.continue()
    })
    const asked = visitor.page.waitForRequest('**/passwords/strength_check')
    await field(visitor).fill('abc')
    await asked
    await field(visitor).fill(password)
    await see(continueButton(visitor)).toBeEnabled()
    const answered = visitor.page.waitForResponse('**/passwords/strength_check')
    weak.resolve()
    await answered
    await see(continueButton(visitor)).toBeEnabled()
    await see(text(visitor, 'Strong')).toBeVisible()
  })

  test('the strength is requested once per pause in typing', async () => {
    const visitor = await open()
    await enterEmail(visitor, somebody())
    await field(visitor).pressSequentially(password, { delay: 5 })
    await see(continueButton(visitor)).toBeEnabled()
    expect(visitor.asked('/passwords/strength_check').length).toBeLessThan(4)
  })

  test('an unavailable strength check blocks nobody without explanation', async () => {
    const visitor = await open()
    await enterEmail(visitor, somebody())
    await visitor.page.route('**/passwords/strength_check', route => route.abort(), { times: 2 })
    await field(visitor).fill(password)
    await see(visitor.page.getByRole('status').filter({ hasText: /servers/ })).toBeVisible()
    await see(continueButton(visitor)).toBeDisabled()
    await field(visitor).fill(`${password}!`)
    await button(visitor, 'Check again').click()
    await see(continueButton(visitor)).toBeEnabled()
  })

  test('an overlong password is reported without a request', async () => {
    const visitor = await open()
    await enterEmail(visitor, somebody())
    await field(visitor).fill('x'.repeat(257))
    await see(text(visitor, 'Use at most 256 characters.')).toBeVisible()
    expect(visitor.asked('/passwords/strength_check')).toEqual([])
  })
})

describe('keyboard only', () => {
  test('a user signs up with the keyboard alone', async () => {
    const email = somebody()
    const visitor = await open()
    const { page } = visitor
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await see(field(visitor)).toBeFocused()
    await page.keyboard.type(password)
    await see(continueButton(visitor)).toBeEnabled()
    await page.keyboard.press('Enter')
    await see(heading(visitor, 'Success!')).toBeFocused()
  })
})

describe('password manager support', () => {
  const describeForm = ({ page }: Visitor) =>
    page.evaluate(() =>
      [...document.querySelectorAll('form')].map(form =>
        [...form.elements].flatMap(element =>
          element instanceof HTMLInputElement
            ? [`${element.type} ${element.name} ${element.autocomplete}${element.readOnly ? ' read-only' : ''}`]
            : element instanceof HTMLButtonElement && element.type === 'submit'
              ? ['submit']
              : [],
        ),
      ),
    )

  test('a username field accompanies a new password', async () => {
    const visitor = await open()
    await enterEmail(visitor, somebody())
    await see(field(visitor)).toBeVisible()
    expect(await describeForm(visitor)).toEqual([
      ['email email username read-only', 'password password new-password', 'submit'],
    ])
  })

  test('a username field accompanies the current password', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await open()
    await enterEmail(visitor, email)
    await see(heading(visitor, 'Log In')).toBeVisible()
    expect(await describeForm(visitor)).toEqual([
      ['email email username read-only', 'password password current-password', 'submit'],
    ])
    await see(field(visitor)).toHaveAttribute('autocapitalize', 'off')
  })
})

/** The gallery's tests look at every screen as it first appears; these states appear only after typing. */
describe.each(['light', 'dark'] as const)('accessibility while typing, %s and at 320 pixels', scheme => {
  const openNarrow = async (at: Project = project, start = '/'): Promise<Visitor> => {
    const viewport = { width: 320, height: 800 }
    const visitor = await stage.open(at, { viewport, colorScheme: scheme, reducedMotion: 'reduce', start })
    onTestFinished(() => visitor.context.close())
    return visitor
  }
  const look = async ({ page }: Visitor) => {
    const { violations } = await axe(page, { include: '.siw' })
    expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }

  test('the strength bars and their text are accessible', async () => {
    const visitor = await openNarrow()
    await visitor.mount('mountLogin', { config: config() })
    await enterEmail(visitor, somebody())
    await field(visitor).fill('abc')
    await see(text(visitor, 'Very weak')).toBeVisible()
    await look(visitor)
    await field(visitor).fill(password)
    await see(continueButton(visitor)).toBeEnabled()
    await look(visitor)
  })

  test('the checklist and breach warning are accessible', async () => {
    const visitor = await openNarrow(await stage.newProject({ passwords: byKinds }))
    await visitor.mount('mountLogin', { config: config() })
    await enterEmail(visitor, somebody())
    await field(visitor).fill('abc')
    await see(text(visitor, 'still missing').first()).toBeAttached()
    await look(visitor)
    await field(visitor).fill('Password1234')
    await see(text(visitor, /experienced a security issue/)).toBeVisible()
    await look(visitor)
  })

  test('the wrong password error is accessible', async () => {
    const email = somebody()
    await addAccount(email)
    const visitor = await openNarrow()
    await visitor.mount('mountLogin', { config: withLinks() })
    await enterEmail(visitor, email)
    await field(visitor).fill('not-quite-it')
    await continueButton(visitor).click()
    await see(text(visitor, 'The e-mail address or password is not right.')).toBeVisible()
    await look(visitor)
  })

  test('the used link error is accessible', async () => {
    const visitor = await openNarrow(project, '/landing?stytch_token_type=reset_password&token=used')
    await visitor.mount('mountResetPassword', { config: config() })
    await see(text(visitor, /used already or has expired/)).toBeVisible()
    await look(visitor)
  })
})
