import { z } from 'zod'
import { cleanName, id, optionalText, pictureUrl } from './parts.ts'
import { type Profile, provider } from './provider.ts'

const user = z.object({ id, login: optionalText, name: optionalText, avatar_url: optionalText })
const email = z.object({ email: z.string(), primary: z.boolean().catch(false), verified: z.boolean().catch(false) })

/** The primary address, if GitHub has checked it. An app without the permission gets 404 instead of the list. */
const primaryEmail = (list: unknown): Profile['email'] => {
  const found = z.array(email).catch([]).parse(list)
  const primary = found.find(entry => entry.primary && entry.verified)
  return primary === undefined ? null : { address: primary.email, class: 'B' }
}

const headers = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' }

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github = provider({
  id: 'github',
  title: 'GitHub',
  authorization: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  // It comes with the code (RFC 9207). There is no id_token.
  issuer: 'https://github.com/login/oauth',
  scopes: ['read:user', 'user:email'],
  requests: () => [
    { url: 'https://api.github.com/user', headers },
    { url: 'https://api.github.com/user/emails', headers, isOptional: true },
  ],
  toProfile: ({ answers: [self, emails] }) => {
    const { id, login, name, avatar_url } = user.parse(self)
    return {
      subject: id,
      email: primaryEmail(emails),
      name: cleanName(name || login),
      pictureUrl: pictureUrl(avatar_url),
      locale: '',
    }
  },
})
