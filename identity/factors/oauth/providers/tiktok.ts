import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { provider } from './provider.ts'

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
