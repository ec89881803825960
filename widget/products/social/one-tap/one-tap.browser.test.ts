import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../../../identity/projects/index.ts'
import { openStage, type Stage, type Visitor } from '../../../testing/stage/index.ts'

let stage: Stage
let project: Project
beforeAll(async () => {
  stage = await openStage()
  project = await stage.newProject()
})
afterAll(() => stage?.close())

const open = async (mode?: string): Promise<Visitor> => {
  const visitor = await stage.open(project)
  onTestFinished(() => visitor.context.close())
  if (mode !== undefined) {
    await visitor.context.route('**/gsi/client', route =>
      route.continue({ url: `${route.request().url()}?mode=${mode}` }),
    )
  }
  return visitor
}

const offering = (position?: 'embedded' | 'forceLegacyEmbedded') => ({
  config: {
    products: ['oauth' as const],
    oauthOptions: {
      providers: [{ type: 'google' as const, one_tap: true, ...(position && { position }) }],
      loginRedirectURL: `${stage.application}/landing`,
      signupRedirectURL: `${stage.application}/landing`,
    },
  },
})

/** Counts One Tap start requests to the provider. */
const countStarts = ({ page }: Visitor): (() => number) => {
  let starts = 0
  page.on('request', request => {
    if (request.url().includes('/google/onetap/start')) starts++
  })
  return () => starts
}

const promptIn = ({ page }: Visitor) => page.getByRole('form', { name: 'Sign in with Google (sandbox)' })
const buttonIn = ({ page }: Visitor) => page.getByRole('button', { name: 'Continue with Google' })

test('choosing an account in the prompt signs in on the application’s page', async () => {
  const visitor = await open()
  const { page } = visitor
  await visitor.mount('mountLogin', offering())
  await see(buttonIn(visitor)).toBeVisible()
  await promptIn(visitor).getByLabel('Email address').fill('grace@example.org')
  await promptIn(visitor).getByRole('button', { name: 'Continue as grace' }).click()
  await page.waitForURL(/\/landing\?.*stytch_token_type=oauth/)
  const token = new URL(page.url()).searchParams.get('token') ?? ''
  const data = await stage.call(project, '/oauth/authenticate', { token, session_duration_minutes: 60 })
  expect(data).toMatchObject({ provider_type: 'Google', user: { emails: [{ email: 'grace@example.org' }] } })
})

test('a prompt embedded in the form replaces the button and is removed with the form', async () => {
  const visitor = await open('legacy')
  await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
  await see(visitor.page.locator('#login').getByRole('form', { name: /Google/ })).toBeVisible()
  await see(buttonIn(visitor)).toHaveCount(0)
  await visitor.page.evaluate(() => document.querySelector('#login')?.replaceChildren())
  await see(promptIn(visitor)).toHaveCount(0)
})

test.each(['skipped', 'dismissed', 'throws', 'unregistered', 'none'])(
  'when Google’s script is %s, the button stays',
  async mode => {
    const visitor = await open(mode)
    await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
    await see(buttonIn(visitor)).toBeVisible()
    await see(promptIn(visitor)).toHaveCount(0)
    const hint = visitor.page.getByText('Google One Tap: this page’s origin is not allowed.')
    await see(hint).toHaveCount(mode === 'unregistered' ? 1 : 0)
  },
)

test('when Google’s script stays silent, the button appears after a timeout without an error', async () => {
  const visitor = await open('silent')
  const { page } = visitor
  await page.clock.install()
  // Stops the clock, so that the form does not time out on a slow machine.
  await page.route('**/gsi/client*', async route => {
    await page.clock.pauseAt(Date.now() + 1_000)
    await route.continue()
  })
  const script = page.waitForResponse('**/gsi/client*')
  await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
  await script
  const form = page.locator('.siw-one-tap')
  await see(form).toHaveAttribute('data-siw-phase', 'waiting')
  await see(buttonIn(visitor)).toHaveCount(0)
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return form.getAttribute('data-siw-phase')
    })
    .toBe('off')
  await see(buttonIn(visitor)).toBeVisible()
  expect((await visitor.noted()).errors).toEqual([])
})

test('when the CSP blocks Google’s script, the button appears and the page gets the error', async () => {
  const visitor = await open()
  await visitor.context.route('**/gsi/client*', route => route.abort('blockedbyclient'))
  await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
  await see(buttonIn(visitor)).toBeVisible()
  await see(visitor.page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  const { errors } = await visitor.noted()
  expect(errors).toEqual([{ message: expect.stringMatching(/gsi\/client could not be loaded\.$/) }])
})

test('signed-in users get no prompt, and signing in elsewhere on the page closes it', async () => {
  const visitor = await open()
  const { page } = visitor
  const starts = countStarts(visitor)
  await visitor.mount('mountLogin', offering())
  await see(promptIn(visitor)).toBeVisible()
  await page.evaluate(
    async () =>
      void (await window.signInClient.passwords.create({
        email: 'somebody@example.org',
        password: 'lantern-gravel-opus-41',
        session_duration_minutes: 60,
      })),
  )
  await see(promptIn(visitor)).toHaveCount(0)
  await see(buttonIn(visitor)).toBeVisible()
  expect(starts()).toBe(1)
  await visitor.visit('/')
  await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
  await see(page.locator('.siw-one-tap')).toHaveAttribute('data-siw-phase', 'off')
  await see(buttonIn(visitor)).toBeVisible()
  await see(page.locator('iframe')).toHaveCount(0)
  expect(starts()).toBe(1)
})

test('the first of two forms gets the prompt, and the other none', async () => {
  const visitor = await open('legacy')
  const { page } = visitor
  const starts = countStarts(visitor)
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<div id="second"></div>'))
  await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
  await visitor.mount('mountLogin', { elementId: 'second', ...offering('forceLegacyEmbedded') })
  await see(page.locator('.siw-one-tap[data-siw-phase=shown]').getByRole('form', { name: /Google/ })).toBeVisible()
  await see(page.locator('.siw-one-tap[data-siw-phase=off]')).toHaveCount(1)
  await see(promptIn(visitor)).toHaveCount(1)
  await see(buttonIn(visitor)).toHaveCount(1)
  expect(starts()).toBe(1)
})
