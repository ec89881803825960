import { z } from 'zod'
import { cleanName, flaggedEmail, id, localeOf, optionalText } from './parts.ts'
import { provider } from './provider.ts'

const me = z.object({
  id,
  username: optionalText,
  global_name: optionalText,
  avatar: optionalText,
  email: optionalText,
  verified: z.unknown().optional(),
  locale: z.unknown().optional(),
})

/** https://discord.com/developers/docs/topics/oauth2 */
export const discord = provider({
  id: 'discord',
  title: 'Discord',
  authorization: 'https://discord.com/oauth2/authorize',
  token: 'https://discord.com/api/oauth2/token',
  scopes: ['identify', 'email'],
  requests: () => [{ url: 'https://discord.com/api/users/@me' }],
  toProfile: ({ answers: [answer] }) => {
    const { id, username, global_name, avatar, email, verified, locale } = me.parse(answer)
    const hasAvatar = /^[a-z0-9_]+$/i.test(avatar)
    return {
      subject: id,
      email: flaggedEmail(email, verified, 'B'),
      name: cleanName(global_name || username),
      pictureUrl: hasAvatar ? `https://cdn.discordapp.com/avatars/${encodeURIComponent(id)}/${avatar}.png` : '',
      locale: localeOf(locale),
    }
  },
})
