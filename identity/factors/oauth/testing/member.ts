import type { OAuthProvider } from '@corroborate/wire/providers'
import type { OAuthUnderTest } from './visitor.ts'

/** Creates a user with a session. `attach` requests linking in it and returns the parameter that starts the sign-in. */
export const memberAt = async ({ provider }: Pick<OAuthUnderTest, 'provider'>, address: string) => {
  const { userId } = await provider.addUser(address)
  const { session_token: session } = await provider.signIn(userId)
  const attach = async (name: OAuthProvider = 'google', own = session) => {
    const { data } = await provider.sdk('POST', '/oauth/attach', { provider: name }, { session: own })
    return { oauth_attach_token: String(data.oauth_attach_token) }
  }
  return { userId, session, attach }
}
