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

const promptIn = ({ page }: Visitor) => page.getByRole('form', { name: 'Sign in with Google (sandbox)' })
const buttonIn = ({ page }: Visitor) => page.getByRole('button', { name: 'Continue with Google' })

test('an account is chosen in the prompt, and the page of the application signs it in', async () => {
  const visitor = await open()
  const { page } = visitor
  await visitor.mount('mountLogin', offering())
  await see(buttonIn(visitor)).toBeVisible()
  await promptIn(visitor).getByLabel('E-mail address').fill('grace@example.org')
  await promptIn(visitor).getByRole('button', { name: 'Continue as grace' }).click()
  await page.waitForURL(/\/landing\?.*stytch_token_type=oauth/)
  const token = new URL(page.url()).searchParams.get('token') ?? ''
  const data = await stage.call(project, '/oauth/authenticate', { token, session_duration_minutes: 60 })
  expect(data).toMatchObject({ provider_type: 'Google', user: { emails: [{ email: 'grace@example.org' }] } })
})

test('a prompt in the form stands in place of the button, and goes with the form', async () => {
  const visitor = await open('legacy')
  await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
  await see(visitor.page.locator('#login').getByRole('form', { name: /Google/ })).toBeVisible()
  await see(buttonIn(visitor)).toHaveCount(0)
  await visitor.page.evaluate(() => document.querySelector('#login')?.replaceChildren())
  await see(promptIn(visitor)).toHaveCount(0)
})

test.each(['skipped', 'dismissed', 'throws', 'unregistered', 'none'])(
  'where Google’s script is: %s, the button stays',
  async mode => {
    const visitor = await open(mode)
    await visitor.mount('mountLogin', offering('forceLegacyEmbedded'))
    await see(buttonIn(visitor)).toBeVisible()
    await see(promptIn(visitor)).toHaveCount(0)
    const hint = visitor.page.getByText('Google One Tap: this page’s origin is not allowed.')
    await see(hint).toHaveCount(mode === 'unregistered' ? 1 : 0)
  },
)
