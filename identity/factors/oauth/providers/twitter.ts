import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { provider } from './provider.ts'

const me = z.object({ data: z.object({ id, name: optionalText, profile_image_url: optionalText }) })
const address = z.object({ data: z.object({ confirmed_email: optionalText }) }).catch({ data: { confirmed_email: '' } })

const self = 'https://api.x.com/2/users/me'

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code ; `verified` is a badge, not an address. */
export const twitter = provider({
  id: 'twitter',
  title: 'Twitter',
  authorization: 'https://x.com/i/oauth2/authorize',
  token: 'https://api.x.com/2/oauth2/token',
  scopes: ['users.read', 'tweet.read'],
  clientAuth: 'basic',
  requests: ({ scopes }) => [
    { url: `${self}?user.fields=profile_image_url` },
    // The app needs a permission for the address, and the page has to ask for the scope.
    ...(scopes.includes('users.email')
      ? [{ url: `${self}?user.fields=confirmed_email`, isOptional: true as const }]
      : []),
  ],
  toProfile: ({ answers: [answer, withAddress] }) => {
    const { id, name, profile_image_url } = me.parse(answer).data
    const email = address.parse(withAddress).data.confirmed_email
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: pictureUrl(profile_image_url),
      locale: '',
    }
  },
})
