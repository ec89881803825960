import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { provider } from './provider.ts'

const me = z.object({ id, handle: optionalText, img_url: optionalText, email: optionalText })

/** https://developers.figma.com/docs/rest-api/authentication/ */
export const figma = provider({
  id: 'figma',
  title: 'Figma',
  authorization: 'https://www.figma.com/oauth',
  token: 'https://api.figma.com/v1/oauth/token',
  scopes: ['current_user:read'],
  clientAuth: 'basic',
  requests: () => [{ url: 'https://api.figma.com/v1/me' }],
  toProfile: ({ answers: [answer] }) => {
    const { id, handle, img_url, email } = me.parse(answer)
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(handle),
      pictureUrl: pictureUrl(img_url),
      locale: '',
    }
  },
})
