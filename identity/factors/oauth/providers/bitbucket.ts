import { z } from 'zod'
import { cleanName, optionalText, pictureUrl } from './parts.ts'
import { type Profile, provider } from './provider.ts'

const user = z.object({
  // Another person may get the user name later, but never the uuid.
  uuid: z.string().regex(/^\{?[0-9a-f-]{36}\}?$/i),
  display_name: optionalText,
  links: z.object({ avatar: z.object({ href: optionalText }) }).catch({ avatar: { href: '' } }),
})
const emails = z.object({
  values: z.array(
    z.object({ email: z.string(), is_primary: z.boolean().catch(false), is_confirmed: z.boolean().catch(false) }),
  ),
})

const primaryEmail = (answer: unknown): Profile['email'] => {
  const { values } = emails.catch({ values: [] }).parse(answer)
  const primary = values.find(entry => entry.is_primary && entry.is_confirmed)
  return primary === undefined ? null : { address: primary.email, class: 'B' }
}

/** https://developer.atlassian.com/cloud/bitbucket/oauth-2/ ; it answers with `scopes` where others say `scope`. */
export const bitbucket = provider({
  id: 'bitbucket',
  title: 'Bitbucket',
  authorization: 'https://bitbucket.org/site/oauth2/authorize',
  token: 'https://bitbucket.org/site/oauth2/access_token',
  scopes: ['account', 'email'],
  pkce: false,
  clientAuth: 'basic',
  requests: () => [
    { url: 'https://api.bitbucket.org/2.0/user' },
    { url: 'https://api.bitbucket.org/2.0/user/emails', isOptional: true },
  ],
  toProfile: ({ answers: [self, list] }) => {
    const { uuid, display_name, links } = user.parse(self)
    return {
      subject: uuid,
      email: primaryEmail(list),
      name: cleanName(display_name),
      pictureUrl: pictureUrl(links.avatar.href),
      locale: '',
    }
  },
})
