import { allEndpoints } from '@corroborate/wire/endpoints.schema'
import { describe, expect, test } from 'vitest'
import { oauthFactor, oauthSettings } from './factor.ts'
import { browserAt, loginUrl, oauthUnderTest, signupUrl } from './testing/index.ts'

const authenticated = allEndpoints.find(({ path }) => path === '/oauth/authenticate')

describe('social sign-in', () => {
  test('a social sign-in creates a session, via the signup URL first and the login URL later', async () => {
    const under = await oauthUnderTest()
    for (const name of ['google', 'github', 'apple'] as const) {
      await under.register(name)
      const browser = browserAt(under)

      const landed = await browser.signIn(name)
      // The second and the third provider give the same proved address.
      expect(landed.origin + landed.pathname).toBe(name === 'google' ? signupUrl : loginUrl)
      expect(landed.searchParams.get('stytch_token_type')).toBe('oauth')
      const token = landed.searchParams.get('token')
      const first = await under.provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 })
      expect(first.json).toMatchObject({ data: { status_code: 200 } })
      expect(authenticated?.data.safeParse(first.data).error).toBeUndefined()

      const again = await browser.signIn(name)
      expect(again.origin + again.pathname).toBe(loginUrl)
      const second = await browser.authenticate(name)
      expect(second.data.user_id).toBe(first.data.user_id)
      expect(second.data.oauth_user_registration_id).toBe(first.data.oauth_user_registration_id)
    }
  })
})

test('a provider account is a sign-in method', () => {
  const user = (count: number) =>
    ({ providers: Array.from({ length: count }, () => ({})) }) as unknown as Parameters<typeof oauthFactor.isWayIn>[0]
  expect([0, 1, 2].map(count => oauthFactor.isWayIn(user(count)))).toEqual([false, true, true])
})

test('operators turn emailed codes (strict linking) on and off', () => {
  const { apply } = oauthSettings['strict-linking']
  const set = (word: string) => apply({} as never, [word] as never)
  expect([set('on'), set('off')]).toEqual([{ strictLinking: true }, { strictLinking: false }])
})
