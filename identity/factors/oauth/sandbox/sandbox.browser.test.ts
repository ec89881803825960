import { serveApp } from '@corroborate/server-kit/testing'
import { faultsInEveryLook, openBrowser, see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityUnderTest } from '../../../testing/index.ts'

let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('sandbox pages fit a phone, follow user preferences, and work without JavaScript', async () => {
  const provider = await identityUnderTest()
  const url = await serveApp(provider.app)
  const query = (id: string, scope: string) =>
    new URLSearchParams({
      [id === 'tiktok' ? 'client_key' : 'client_id']: `sandbox-${id}`,
      redirect_uri: `http://localhost:5001/v1/oauth/callback/p/${id}`,
      response_type: 'code',
      response_mode: id === 'apple' ? 'form_post' : 'query',
      state: 's',
      scope,
    })
  const base = `${url}/sandbox/oauth`
  const google = `${base}/accounts.google.com/o/oauth2/v2/auth?${query('google', 'openid email')}`
  const pages = [
    google,
    `${base}/www.tiktok.com/v2/auth/authorize/?${query('tiktok', 'user.info.basic')}`,
    `${base}/accounts.google.com/o/oauth2/v2/auth`,
  ]
  const looked = await browser.newPage()
  for (const address of pages) {
    await looked.goto(address)
    expect(await faultsInEveryLook(looked, { widths: [320, 390] }), address).toEqual([])
  }
  await looked.close()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await context.route('http://localhost:5001/**', route =>
    route.fulfill({ body: route.request().postData() ?? 'back' }),
  )
  await page.goto(google)
  await page.getByLabel('Email address').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByLabel('Email address')).toHaveAccessibleDescription('Type an e-mail address.')
  await page.getByLabel('Email address').fill('ada@example.org')
  const back = page.waitForRequest(/callback\/p\/google\?.*code=/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await back

  const apple = await context.newPage()
  await apple.goto(`${base}/appleid.apple.com/auth/authorize?${query('apple', 'name email')}`)
  await apple.getByRole('button', { name: 'Continue' }).click()
  await apple.getByRole('button', { name: 'Continue' }).click()
  await see(apple.locator('body')).toContainText('code=')
  await context.close()
})
