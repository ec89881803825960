import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strictPolicy } from './server/serve-examples.ts'
import { openStage, type Stage } from './testing/index.ts'

/** Three mails per address in ten minutes: the second mail is already close to the rate limit. */
const limitsScale = 0.3

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ limitsScale })
})
afterAll(() => stage?.close())

test.each([false, true])(
  'a form solves a proof of work when the provider requires it, under a strict CSP (shadow root: %s)',
  async enableShadowDOM => {
    const { publicToken } = await stage.newProject('--adaptive-captcha', 'on')
    const config = { products: ['otp'], otpOptions: { methods: ['email'] }, enableShadowDOM }
    stage.serve('/', {
      headers: { 'Content-Security-Policy': strictPolicy({ provider: stage.provider, nonce: 'n1' }) },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
        <div id="sign-in"></div><script nonce="n1" src="${stage.provider}/widget.js"></script>
        <script nonce="n1">
          SignIn.mountLogin({ elementId: 'sign-in', nonce: 'n1', ...${JSON.stringify({ publicToken, config })} })
        </script>`,
    })
    const { page, complaints } = await stage.visitor()
    const sent: (string | undefined)[] = []
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().endsWith('/otps/email/login_or_create'))
        sent.push(request.postDataJSON().captcha_token)
    })
    await page.goto(stage.origin)
    const email = `near-${enableShadowDOM}@example.org`
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await see(page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible()
    expect(sent).toEqual([undefined])

    await page.getByRole('button', { name: 'Resend code' }).click()
    await see(page.getByText('Code resent')).toBeVisible()
    expect(sent).toEqual([undefined, undefined, expect.any(String)])
    await page.getByRole('textbox', { name: 'Passcode' }).fill((await stage.mail(email, 2)).code ?? '')
    await see(page.getByText('Your passcode has been successfully verified.')).toBeVisible()
    // The browser notes the one refusal; nothing else is amiss, and nothing breaks the policy.
    expect(complaints).toEqual([expect.stringContaining('403')])
  },
)
