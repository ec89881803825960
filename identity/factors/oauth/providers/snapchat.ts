import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { provider } from './provider.ts'

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
