import { expect as see } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../projects/index.ts'
import { tokenIn } from '../testing/index.ts'
import { openStage, type Stage, type Visitor } from './testing/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

const minutes = { session_duration_minutes: 60 }
let people = 0
const somebody = () => `guest-${++people}@example.org`

/** Opens a page with the client's own login form, and keeps its events in the page's `events`. */
const openForm = async (config: object) => {
  const visitor = await stage.open(project, { start: '/ui' })
  onTestFinished(() => visitor.context.close())
  await visitor.page.evaluate(given => {
    const events: { type: string; data: { status_code?: number } }[] = []
    Object.assign(window, { events })
    const client = window.client as { mountLogin: (options: object) => void }
    client.mountLogin({
      elementId: '#login',
      config: given,
      callbacks: { onEvent: (event: (typeof events)[number]) => events.push(event) },
    })
  }, config)
  return visitor
}

const eventsOf = ({ page }: Visitor): Promise<[type: string, status: number | undefined][]> =>
  page.evaluate(() =>
    (window as unknown as { events: { type: string; data?: { status_code?: number } }[] }).events.map(
      ({ type, data }) => [type, data?.status_code] as [string, number | undefined],
    ),
  )

test('an e-mail link asked for in the form signs in', async () => {
  const visitor = await openForm({
    products: ['emailMagicLinks'],
    emailMagicLinksOptions: {
      loginRedirectURL: `${stage.application}/ui/authenticate`,
      loginExpirationMinutes: 30,
      signupRedirectURL: `${stage.application}/ui/authenticate`,
      signupExpirationMinutes: 30,
    },
    sessionOptions: { sessionDurationMinutes: 60 },
  })
  const email = somebody()
  await visitor.page.getByRole('textbox').fill(email)
  await visitor.page.getByRole('button', { name: 'Continue with email' }).click()
  await see(visitor.page.getByText('Check your email')).toBeVisible()
  expect(await eventsOf(visitor)).toContainEqual(['MAGIC_LINK_LOGIN_OR_CREATE', 200])

  const [mail] = await stage.mailbox(email)
  await visitor.visit(mail.links[0] ?? '')
  expect(await visitor.call('magicLinks.authenticate', tokenIn(mail), minutes)).toMatchObject({
    user: { emails: [{ email, verified: true }] },
  })
  expect(visitor.strangers).toEqual([])
})

describe('a passcode asked for in the form', () => {
  test.each(['email', 'sms', 'whatsapp'] as const)('by %s signs in', async method => {
    const visitor = await openForm({
      products: ['otp'],
      otpOptions: { methods: [method], expirationMinutes: 5 },
      sessionOptions: { sessionDurationMinutes: 60 },
    })
    const { page } = visitor
    const to = method === 'email' ? somebody() : `+1201555${String(100 + ++people).padStart(4, '0')}`
    const field = page.getByRole('textbox')
    await field.fill(method === 'email' ? to : to.replace('+1', ''))
    if (method !== 'email') {
      // The form asks the provider's frame what the number is, and shows how it is written where it is from.
      await field.blur()
      await see(field).toHaveValue(/^\(201\) 555-/)
    }
    await page.getByRole('button', { name: /^Continue/ }).click()
    const [{ code }] = await stage.mailbox(to)
    await page.getByRole('textbox').first().click()
    await page.keyboard.type(code ?? '')
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['OTP_AUTHENTICATE', 200])
    await expect.poll(() => eventsOf(visitor)).toContainEqual(['AUTHENTICATE_FLOW_COMPLETE', undefined])
    expect(await visitor.call('session.getSync')).toMatchObject({
      authentication_factors: [{ type: 'otp', delivery_method: method }],
    })
    expect(visitor.strangers).toEqual([])
  })
})
