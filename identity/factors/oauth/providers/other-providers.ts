import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl, provider } from './provider.ts'

const info = z.object({
  data: z.object({ user: z.object({ open_id: id, display_name: optionalText, avatar_url: optionalText }) }),
})

/** https://developers.tiktok.com/doc/login-kit-web/ ; `client_key` everywhere, and commas between scopes. No addresses. */
export const tiktok = provider({
  id: 'tiktok',
  title: 'TikTok',
  authorization: 'https://www.tiktok.com/v2/auth/authorize/',
  token: 'https://open.tiktokapis.com/v2/oauth/token/',
  scopes: ['user.info.basic'],
  scopeSeparator: ',',
  clientIdParameter: 'client_key',
  requests: () => [{ url: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,display_name,avatar_url' }],
  toProfile: ({ answers: [answer] }) => {
    const { open_id, display_name, avatar_url } = info.parse(answer).data.user
    return {
      subject: open_id,
      email: null,
      name: cleanName(display_name),
      pictureUrl: pictureUrl(avatar_url),
      locale: '',
    }
  },
})

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

const answerSchema = z.object({
  data: z.object({
    me: z.object({
      externalId: id,
      displayName: optionalText,
      bitmoji: z.object({ avatar: optionalText }).catch({ avatar: '' }),
    }),
  }),
})

const scope = (name: string): string => `https://auth.snapchat.com/oauth2/api/${name}`

/** https://developers.snap.com/snap-kit/login-kit/Tutorials/web ; the profile comes from GraphQL. No email addresses. */
export const snapchat = provider({
  id: 'snapchat',
  title: 'Snapchat',
  authorization: 'https://accounts.snapchat.com/accounts/oauth2/auth',
  token: 'https://accounts.snapchat.com/accounts/oauth2/token',
  scopes: [scope('user.external_id'), scope('user.display_name'), scope('user.bitmoji.avatar')],
  clientAuth: 'basic',
  requests: () => [
    { url: 'https://api.snapkit.com/v1/me', body: { query: '{me{externalId displayName bitmoji{avatar}}}' } },
  ],
  toProfile: ({ answers: [answer] }) => {
    const { externalId, displayName, bitmoji } = answerSchema.parse(answer).data.me
    return {
      subject: externalId,
      email: null,
      name: cleanName(displayName),
      pictureUrl: pictureUrl(bitmoji.avatar),
      locale: '',
    }
  },
})
