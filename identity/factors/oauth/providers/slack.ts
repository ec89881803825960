import { z } from 'zod'
import { standardProfile } from './parts.ts'
import { provider } from './provider.ts'

const ids = z.object({
  'https://slack.com/team_id': z.string().regex(/^\w{1,50}$/),
  'https://slack.com/user_id': z.string().regex(/^\w{1,50}$/),
})

/** https://docs.slack.dev/authentication/sign-in-with-slack/ ; its errors are HTTP 200 with `ok: false`. */
export const slack = provider({
  id: 'slack',
  title: 'Slack',
  authorization: 'https://slack.com/openid/connect/authorize',
  token: 'https://slack.com/api/openid.connect.token',
  issuer: 'https://slack.com',
  jwks: 'https://slack.com/openid/connect/keys',
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://slack.com/api/openid.connect.userInfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => {
    const { 'https://slack.com/team_id': team, 'https://slack.com/user_id': user } = ids.parse(userInfo)
    return { ...standardProfile(userInfo, 'B'), subject: `${team}.${user}` }
  },
})
