import { allEndpoints } from '@corroborate/wire/endpoints.schema'
import { describe, expect, test } from 'vitest'
import { browserAt, loginUrl, oauthUnderTest, signupUrl } from './testing/index.ts'

const authenticated = allEndpoints.find(({ path }) => path === '/oauth/authenticate')

describe('a social sign-in', () => {
  test('ends with a session: the first time at the signup URL, later at the login URL', async () => {
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
