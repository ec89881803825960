import { standardProfile } from './parts.ts'
import { provider } from './provider.ts'

/** https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const linkedin = provider({
  id: 'linkedin',
  title: 'LinkedIn',
  authorization: 'https://www.linkedin.com/oauth/v2/authorization',
  token: 'https://www.linkedin.com/oauth/v2/accessToken',
  issuer: 'https://www.linkedin.com/oauth',
  jwks: 'https://www.linkedin.com/oauth/openid/jwks',
  scopes: ['openid', 'profile', 'email'],
  // It answers a code challenge with `invalid_client`, and leaves the nonce out of the id_token.
  pkce: false,
  idToken: { algorithms: ['RS256'], hasNonce: false },
  requests: () => [{ url: 'https://api.linkedin.com/v2/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => standardProfile(userInfo, 'B'),
})
