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

const invalid = 'Invalid phone number, please try again.'
let phones = 100
/** A number of the range that is kept for fiction, without its dial code. */
const someNumber = () => `201555${String(++phones).padStart(4, '0')}`

const open = async (method: 'sms' | 'whatsapp' = 'sms', prepare?: (visitor: Visitor) => Promise<unknown>) => {
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  await prepare?.(visitor)
  await visitor.mount('mountLogin', {
    config: {
      products: ['otp'],
      otpOptions: { methods: [method] },
      sessionOptions: { sessionDurationMinutes: 60 },
    },
  })
  return visitor
}
const field = ({ page }: Visitor) => page.getByLabel('Phone number')
const country = ({ page }: Visitor) => page.getByLabel('Country')
const submit = ({ page }: Visitor) => page.getByRole('button', { name: /^Continue with/ })
const frames = ({ page }: Visitor) => page.locator('iframe')

describe('sent passcode', () => {
  test('an undelivered SMS is reported until another is in transit', async () => {
    const visitor = await open()
    const { page } = visitor
    await field(visitor).fill(someNumber())
    await submit(visitor).click()
    await see(page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
    const lost = page.getByRole('alert').getByText('The message could not be delivered.')
    await see(lost).toBeHidden()
    // Same effect as Twilio's status callback.
    const newest = stage.db.selectFrom('texts').select('text_id').where('project_id', '=', project.id)
    const { text_id } = await newest.orderBy('asked_at', 'desc').limit(1).executeTakeFirstOrThrow()
    await stage.db.updateTable('texts').set({ state: 'undelivered' }).where('text_id', '=', text_id).execute()
    await see(lost).toBeVisible()
    await page.getByRole('button', { name: 'Resend code' }).click()
    await see(lost).toBeHidden()
  })

  test.each(['sms', 'whatsapp'] as const)('a passcode by %s signs in', async method => {
    const visitor = await open(method)
    const { page } = visitor
    const number = someNumber()
    await see(field(visitor)).toHaveAttribute('autocomplete', 'tel-national')
    await see(field(visitor)).toHaveAttribute('inputmode', 'tel')
    await see(country(visitor)).toHaveValue('US')
    await field(visitor).fill(number)
    await see(page.getByRole('button')).toHaveText(
      method === 'sms' ? 'Continue with text message' : 'Continue with WhatsApp',
    )
    await submit(visitor).click()
    await see(page.getByText(`A 6-digit passcode was sent to you at (201) 555-${number.slice(6)}.`)).toBeVisible()
    expect(visitor.asked(`/otps/${method}/login_or_create`)).toEqual([
      { phone_number: `+1${number}`, expiration_minutes: 5 },
    ])
    const [{ code, channel }] = await stage.mailbox(`+1${number}`)
    expect(channel).toBe(method)
    await page.getByRole('textbox', { name: 'Passcode' }).fill(code ?? '')
    await see(page.getByRole('heading', { name: 'Success' })).toBeVisible()
    const session = await page.evaluate(() => window.signInClient.session.getSync())
    expect(session).toMatchObject({ authentication_factors: [{ type: 'otp', delivery_method: method }] })
  })
})

describe('phone number input', () => {
  test('the number is shown in national format', async () => {
    const visitor = await open()
    await country(visitor).selectOption({ label: 'Switzerland (+41)' })
    await field(visitor).fill('791234567')
    await field(visitor).blur()
    await see(field(visitor)).toHaveValue('079 123 45 67')
    await submit(visitor).click()
    await see(visitor.page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
    expect(visitor.asked('/otps/sms/login_or_create')).toMatchObject([{ phone_number: '+41791234567' }])
  })

  test('the number may be typed with another country’s dial code', async () => {
    const visitor = await open()
    await field(visitor).fill('+41 79 123 45 68')
    await submit(visitor).click()
    await see(visitor.page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
    expect(visitor.asked('/otps/sms/login_or_create')).toMatchObject([{ phone_number: '+41791234568' }])
  })

  test.each(['', '123', 'none'])('the number %j is rejected before sending', async text => {
    const visitor = await open()
    await field(visitor).fill(text)
    await submit(visitor).click()
    await see(visitor.page.getByRole('alert').filter({ hasText: invalid })).toBeVisible()
    await see(field(visitor)).toHaveAccessibleDescription(invalid)
    await see(field(visitor)).toBeFocused()
    expect(visitor.asked('/login_or_create')).toEqual([])
  })

  test('a number the provider rejects has a different error from an invalid one', async () => {
    const visitor = await open()
    // A premium-rate number.
    await field(visitor).fill('900 555 0199')
    await submit(visitor).click()
    await see(
      visitor.page.getByRole('alert').filter({ hasText: 'We cannot send messages to this kind of number.' }),
    ).toBeVisible()
    expect((await visitor.noted()).errors).toMatchObject([{ error_type: 'invalid_phone_number_country_code' }])
  })
})

describe('phone number service', () => {
  test('the service loads when a number is typed and is removed with the widget', async () => {
    const visitor = await stage.open(project)
    onTestFinished(() => visitor.context.close())
    await visitor.page.evaluate(
      ([publicToken, baseUrl]) => {
        const { unmount } = window.SignIn.mountLogin({
          elementId: 'login',
          publicToken,
          baseUrl,
          config: { products: ['otp'], otpOptions: { methods: ['sms'] } },
        })
        addEventListener('leave', unmount)
      },
      [project.publicToken, stage.provider] as const,
    )
    await see(field(visitor)).toBeVisible()
    await see(frames(visitor)).toHaveCount(0)
    await field(visitor).fill('201')
    await field(visitor).blur()
    await see(frames(visitor)).toHaveCount(1)
    await see(frames(visitor)).toBeHidden()
    await visitor.page.evaluate(() => dispatchEvent(new Event('leave')))
    await see(frames(visitor)).toHaveCount(0)
  })

  test('an unresponsive service delays sending by at most 2 seconds', async () => {
    const visitor = await open('sms', ({ page }) => page.route('**/clientside-services/**', route => route.abort()))
    const number = someNumber()
    await field(visitor).fill(number)
    const began = Date.now()
    await field(visitor).press('Enter')
    await see(visitor.page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
    expect(Date.now() - began).toBeGreaterThan(1_900)
    expect(visitor.asked('/otps/sms/login_or_create')).toEqual([{ phone_number: `+1${number}`, expiration_minutes: 5 }])
    await see(visitor.page.getByText(`+1${number}`)).toBeVisible()
  })
})
