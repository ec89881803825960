import { captchaChallengePath } from '@corroborate/wire/captcha'
import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'

test('a captcha challenge is served to pages of any project, uncached', async () => {
  const { app, settings, publicToken } = await identityUnderTest()
  const ask = (token: string) => app.request(`${settings.identity.origin}${captchaChallengePath(token)}`)
  const answer = await ask(publicToken)
  expect(answer.status).toBe(200)
  const names = ['Access-Control-Allow-Origin', 'Cross-Origin-Resource-Policy', 'Cache-Control']
  expect(names.map(name => answer.headers.get(name))).toEqual(['*', 'cross-origin', 'no-store'])
  expect((await ask('public-token-test-nobody')).status).toBe(404)
})
