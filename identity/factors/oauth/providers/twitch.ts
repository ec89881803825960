import { z } from 'zod'
import { optionalText, standardProfile } from './parts.ts'
import { provider } from './provider.ts'

const named = z.object({ preferred_username: optionalText })

/** Twitch returns email, name and picture only if each is requested. */
const wanted = { email: null, email_verified: null, preferred_username: null, picture: null }

/** https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ ; `scope` of its answers is an array. */
export const twitch = provider({
  id: 'twitch',
  title: 'Twitch',
  authorization: 'https://id.twitch.tv/oauth2/authorize',
  token: 'https://id.twitch.tv/oauth2/token',
  issuer: 'https://id.twitch.tv/oauth2',
  jwks: 'https://id.twitch.tv/oauth2/keys',
  scopes: ['openid', 'user:read:email'],
  pkce: false,
  authorizationParameters: { claims: JSON.stringify({ id_token: wanted, userinfo: wanted }) },
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://id.twitch.tv/oauth2/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => {
    const { preferred_username: name } = named.parse(userInfo)
    return standardProfile({ ...(userInfo as object), name }, 'B')
  },
})
