import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { provider } from './provider.ts'

const me = z.object({
  id,
  name: optionalText,
  email: optionalText,
  picture: z.object({ data: z.object({ url: optionalText }) }).catch({ data: { url: '' } }),
})

/** Proves that our server uses the token, so that a stolen one is useless (`appsecret_proof`). */
const proofOf = (accessToken: string, clientSecret: string): string =>
  createHmac('sha256', clientSecret).update(accessToken).digest('hex')

/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const facebook = provider({
  id: 'facebook',
  title: 'Facebook',
  authorization: 'https://www.facebook.com/v24.0/dialog/oauth',
  token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  scopes: ['email', 'public_profile'],
  pkce: false,
  requests: ({ accessToken, clientSecret }) => {
    const query = new URLSearchParams({
      fields: 'id,name,email,picture',
      appsecret_proof: proofOf(accessToken, clientSecret),
    })
    return [{ url: `https://graph.facebook.com/v24.0/me?${query}` }]
  },
  toProfile: ({ answers: [answer] }) => {
    const { id, name, email, picture } = me.parse(answer)
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: pictureUrl(picture.data.url),
      locale: '',
    }
  },
})
