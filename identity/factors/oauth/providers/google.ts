import { z } from 'zod'
import { optionalText, standardProfile } from './parts.ts'
import { provider } from './provider.ts'

const hosted = z.object({ email: optionalText, hd: optionalText })

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google = provider({
  id: 'google',
  title: 'Google',
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  issuer: 'https://accounts.google.com',
  jwks: 'https://www.googleapis.com/oauth2/v3/certs',
  scopes: ['openid', 'profile', 'email'],
  // Google gives a refresh token at the first consent. A page that wants one each time adds provider_prompt=consent.
  authorizationParameters: { access_type: 'offline' },
  idToken: { algorithms: ['RS256'], hasNonce: true },
  toProfile: ({ claims }) => {
    const { email, hd } = hosted.parse(claims)
    // Google runs the mailboxes of gmail.com and of the organizations that it hosts. It has checked other addresses once.
    const runsMailbox = email.toLowerCase().endsWith('@gmail.com') || hd !== ''
    return standardProfile(claims, runsMailbox ? 'A' : 'B')
  },
})
