import { z } from 'zod'
import { cleanName, id, optionalText } from './parts.ts'
import { provider } from './provider.ts'

const profile = z.object({ user_id: id, name: optionalText, email: optionalText })

/** https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html */
export const amazon = provider({
  id: 'amazon',
  title: 'Amazon',
  authorization: 'https://www.amazon.com/ap/oa',
  token: 'https://api.amazon.com/auth/o2/token',
  scopes: ['profile'],
  requests: () => [{ url: 'https://api.amazon.com/user/profile' }],
  toProfile: ({ answers: [answer] }) => {
    const { user_id, name, email } = profile.parse(answer)
    return {
      subject: user_id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: '',
      locale: '',
    }
  },
})
