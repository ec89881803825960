import { standardProfile } from './parts.ts'
import { provider } from './provider.ts'

/** https://docs.gitlab.com/integration/openid_connect_provider/ ; `host` is that of another installation. */
export const gitlab = provider({
  id: 'gitlab',
  title: 'GitLab',
  authorization: 'https://{host}/oauth/authorize',
  token: 'https://{host}/oauth/token',
  issuer: 'https://{host}',
  jwks: 'https://{host}/oauth/discovery/keys',
  places: { host: 'gitlab.com' },
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://{host}/oauth/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => standardProfile(userInfo, 'B'),
})
