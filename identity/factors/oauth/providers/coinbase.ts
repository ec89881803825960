import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { provider } from './provider.ts'

const user = z.object({
  data: z.object({ id, name: optionalText, avatar_url: optionalText, email: optionalText }),
})

/** https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview */
export const coinbase = provider({
  id: 'coinbase',
  title: 'Coinbase',
  authorization: 'https://login.coinbase.com/oauth2/auth',
  token: 'https://login.coinbase.com/oauth2/token',
  scopes: ['wallet:user:read', 'wallet:user:email'],
  scopeSeparator: ',',
  requests: () => [{ url: 'https://api.coinbase.com/v2/user', headers: { 'CB-VERSION': '2024-10-01' } }],
  toProfile: ({ answers: [answer] }) => {
    const { id, name, avatar_url, email } = user.parse(answer).data
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: pictureUrl(avatar_url),
      locale: '',
    }
  },
})
