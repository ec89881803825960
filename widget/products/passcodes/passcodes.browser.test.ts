import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../../identity/projects/index.ts'
import { openStage, type Stage, type Visitor } from '../../testing/stage/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

let people = 0
const somebody = () => `guest-${++people}@example.org`
const invalid = 'Invalid passcode, please try again.'

const config = {
  products: ['otp'],
  otpOptions: { methods: ['email'], expirationMinutes: 5 },
  sessionOptions: { sessionDurationMinutes: 60 },
} as const

/** Requests an OTP for a visitor and returns it; `mails` is the number of mails received by then. */
const askForCode = async ({ clock = false, email = somebody(), mails = 1 } = {}) => {
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  if (clock) await visitor.page.clock.install()
  await visitor.mount('mountLogin', { config })
  await visitor.page.getByLabel('Email').fill(email)
  await visitor.page.getByLabel('Email').press('Enter')
  await see(visitor.page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
  const [{ code }] = await stage.mailbox(email, mails)
  if (code === null || code === undefined) throw new Error('The mail has no code.')
  return { ...visitor, email, code, other: code === '000000' ? '111111' : '000000' }
}
const field = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('textbox', { name: 'Passcode' })
const resend = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('button', { name: 'Resend code' })
const typesOf = async (visitor: Visitor) => (await visitor.noted()).events.map(({ type }) => type)
const succeeds = async (visitor: Visitor) => {
  await see(visitor.page.getByRole('heading', { name: 'Success' })).toBeVisible()
  await see(visitor.page.getByText('Your passcode has been successfully verified.')).toBeVisible()
  await expect
    .poll(async () => (await typesOf(visitor)).slice(-2))
    .toEqual(['OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  const session = await visitor.page.evaluate(() => window.signInClient.session.getSync())
  expect(session).toMatchObject({ authentication_factors: [{ type: 'otp', delivery_method: 'email' }] })
}

test('each digit is in its box, even with increased text spacing', async () => {
  const { page } = await askForCode()
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' })
  const [box, next] = await page
    .locator('.siw-passcode-box')
    .evaluateAll(boxes => boxes.map(each => each.getBoundingClientRect().x))
  const step = await page.locator('.siw-passcode-input').evaluate(input => {
    const { font, letterSpacing } = getComputedStyle(input)
    const paper = new OffscreenCanvas(1, 1).getContext('2d')
    if (paper === null) throw new Error('A canvas has a context.')
    paper.font = font
    return paper.measureText('0').width + Number.parseFloat(letterSpacing)
  })
  expect(step).toBeCloseTo((next ?? 0) - (box ?? 0), 0)
})

describe('right passcode', () => {
  test('typing the code signs in and sends it once', async () => {
    const visitor = await askForCode()
    const { page, email } = visitor
    await see(page.getByText(`A 6-digit passcode was sent to you at ${email}.`)).toBeVisible()
    await see(field(visitor)).toBeFocused()
    await see(field(visitor)).toHaveAttribute('autocomplete', 'one-time-code')
    await see(field(visitor)).toHaveAttribute('inputmode', 'numeric')
    await page.keyboard.type(visitor.code.slice(0, 5))
    await page.keyboard.type('x')
    await see(field(visitor)).toHaveValue(visitor.code.slice(0, 5))
    expect(visitor.asked('/otps/authenticate')).toEqual([])
    await page.keyboard.type(visitor.code.slice(5))
    await page.keyboard.press('Enter')
    await succeeds(visitor)
    expect(visitor.asked('/otps/authenticate')).toHaveLength(1)
    expect(visitor.asked('/otps/email/login_or_create')).toEqual([{ email, expiration_minutes: 5 }])
  })

  test('pasting the code with a space signs in', async () => {
    const visitor = await askForCode()
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const spaced = `${visitor.code.slice(0, 3)} ${visitor.code.slice(3)}`
    await visitor.page.evaluate(text => navigator.clipboard.writeText(text), spaced)
    await field(visitor).focus()
    await visitor.page.keyboard.press('Control+V')
    await succeeds(visitor)
    expect(visitor.asked('/otps/authenticate')).toHaveLength(1)
  })

  test('a code signs in a user who signed up with one', async () => {
    const first = await askForCode()
    await field(first).fill(first.code)
    await succeeds(first)
    const again = await askForCode({ email: first.email, mails: 2 })
    await field(again).fill(again.code)
    await succeeds(again)
  })

  test('signing in works with the keyboard alone', async () => {
    const visitor = await stage.open(project)
    onTestFinished(() => visitor.context.close())
    await visitor.mount('mountLogin', { config })
    const email = somebody()
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.type(email)
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.press('Space')
    await see(field(visitor)).toBeFocused()
    const [{ code }] = await stage.mailbox(email)
    await visitor.page.keyboard.type(code ?? '')
    await succeeds(visitor)
    await see(visitor.page.getByRole('heading', { name: 'Success' })).toBeFocused()
  })
})

describe('passcode being verified', () => {
  test('the screen shows progress, keeps the code and accepts no other', async () => {
    const visitor = await askForCode()
    const { page } = visitor
    let go = () => {}
    const held = new Promise<void>(resolve => {
      go = resolve
    })
    await page.route('**/otps/authenticate', async route => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await field(visitor).fill(visitor.code)
    await see(page.getByText('Verifying passcode...')).toBeVisible()
    await see(page.getByRole('progressbar', { name: 'Verifying passcode...' })).toBeVisible()
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await see(field(visitor)).toHaveValue(visitor.code)
    await see(resend(visitor)).toHaveAttribute('aria-disabled', 'true')
    go()
    await succeeds(visitor)
    expect(visitor.asked('/otps/authenticate')).toHaveLength(1)
  })

  test('the response is ignored after leaving the screen', async () => {
    const visitor = await askForCode()
    const { page } = visitor
    const left = Promise.withResolvers<void>()
    await page.route('**/otps/authenticate', async route => {
      if (route.request().method() === 'POST') await left.promise
      await route.continue()
    })
    const answered = page.waitForResponse(
      response => response.url().endsWith('/otps/authenticate') && response.request().method() === 'POST',
    )
    await field(visitor).fill(visitor.code)
    await page.getByRole('button', { name: 'Back' }).click()
    left.resolve()
    await (await answered).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await see(page.getByRole('heading', { name: 'Sign up or log in' })).toBeVisible()
    expect(await typesOf(visitor)).toEqual(['OTP_LOGIN_OR_CREATE'])
  })
})

describe('wrong passcode', () => {
  test('a wrong code shows an error, is reported, and clears the field', async () => {
    const visitor = await askForCode()
    await field(visitor).fill(visitor.other)
    await see(visitor.page.getByRole('alert').filter({ hasText: invalid })).toBeVisible()
    await see(field(visitor)).toHaveValue('')
    await see(field(visitor)).toBeFocused()
    await see(field(visitor)).toHaveAccessibleDescription(invalid)
    expect((await visitor.noted()).errors).toMatchObject([{ error_type: 'unable_to_auth_otp_code' }])
    await visitor.page.keyboard.type(visitor.code[0] ?? '')
    await see(visitor.page.getByText(invalid)).toHaveCount(0)
    await visitor.page.keyboard.type(visitor.code.slice(1))
    await succeeds(visitor)
  })

  test('a code that could not be checked is not called wrong', async () => {
    const visitor = await askForCode()
    await visitor.context.setOffline(true)
    await field(visitor).fill(visitor.code)
    await see(visitor.page.getByRole('alert').filter({ hasText: /./ })).not.toHaveText(invalid)
    await visitor.context.setOffline(false)
    await field(visitor).fill(visitor.code)
    await succeeds(visitor)
  })
})

describe('passcode expiry', () => {
  test('the countdown follows the system clock and announces its end', async () => {
    const visitor = await askForCode({ clock: true })
    const timer = visitor.page.getByRole('timer')
    await see(timer).toHaveText(/^Your code expires in [45]:\d\d\. Didn't get it\? Resend code$/)
    await see(timer).toHaveAttribute('aria-live', 'off')
    // A tab that slept for four minutes.
    await visitor.page.clock.fastForward('04:00')
    await see(timer).toHaveText(/^Your code expires in (1:00|0:\d\d)\. /)
    await visitor.page.clock.fastForward('02:00')
    await see(timer).toHaveText('Your code has expired. Resend code')
    await see(timer).toHaveAttribute('aria-live', 'polite')
  })

  test('a new code restarts the countdown and invalidates the old one', async () => {
    const visitor = await askForCode({ clock: true })
    const { page, email } = visitor
    await page.clock.fastForward('06:00')
    await see(page.getByText('Your code has expired.')).toBeVisible()
    await resend(visitor).click()
    await see(page.getByText('Code resent')).toBeVisible()
    await see(page.getByRole('timer')).toHaveText(/^Your code expires in [45]:\d\d/)
    const [{ code }] = await stage.mailbox(email, 2)
    if (code !== visitor.code) {
      await field(visitor).fill(visitor.code)
      await see(page.getByText(invalid)).toBeVisible()
    }
    await field(visitor).fill(code ?? '')
    await succeeds(visitor)
    expect(await typesOf(visitor)).toEqual([
      'OTP_LOGIN_OR_CREATE',
      'OTP_LOGIN_OR_CREATE',
      'OTP_AUTHENTICATE',
      'AUTHENTICATE_FLOW_COMPLETE',
    ])
  })

  test('an expiry reported by the provider is shown', async () => {
    const visitor = await askForCode()
    await stage.db
      .updateTable('single_use_secrets')
      .set({ expires_at: Date.now() - 1_000 })
      .where('project_id', '=', project.id)
      .execute()
    await field(visitor).fill(visitor.code)
    await see(visitor.page.getByRole('alert').filter({ hasText: invalid })).toBeVisible()
  })

  test('a failed resend shows an error and keeps the countdown', async () => {
    const visitor = await askForCode()
    await visitor.context.setOffline(true)
    await resend(visitor).click()
    await see(visitor.page.locator('.siw-toast-error')).toBeVisible()
    await see(visitor.page.getByText('Code resent')).toHaveCount(0)
    await visitor.context.setOffline(false)
    await field(visitor).fill(visitor.code)
    await succeeds(visitor)
  })
})

test('the back arrow returns to the main screen', async () => {
  const visitor = await askForCode()
  await visitor.page.getByRole('button', { name: 'Back' }).click()
  await see(visitor.page.getByRole('heading', { name: 'Sign up or log in' })).toBeVisible()
  await see(visitor.page.getByLabel('Email')).toBeFocused()
})
