import { standardProfile } from './parts.ts'
import { provider } from './provider.ts'

/** https://developer.yahoo.com/sign-in-with-yahoo/ ; it wants `redirect_uri` again with the code. */
export const yahoo = provider({
  id: 'yahoo',
  title: 'Yahoo',
  authorization: 'https://api.login.yahoo.com/oauth2/request_auth',
  token: 'https://api.login.yahoo.com/oauth2/get_token',
  issuer: 'https://api.login.yahoo.com',
  jwks: 'https://api.login.yahoo.com/openid/v1/certs',
  scopes: ['openid', 'profile', 'email'],
  // Its documents do not say that it accepts a code challenge.
  pkce: false,
  clientAuth: 'basic',
  idToken: { algorithms: ['ES256', 'RS256'], hasNonce: true },
  requests: () => [{ url: 'https://api.login.yahoo.com/openid/v1/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => standardProfile(userInfo, 'B'),
})
