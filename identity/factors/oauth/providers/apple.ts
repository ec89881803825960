import { z } from 'zod'
import { cleanName, optionalText, standardProfile } from './parts.ts'
import { provider } from './provider.ts'

const names = z.object({ name: z.object({ firstName: optionalText, lastName: optionalText }) })

/** The name in the JSON that Apple's page posts the first time. It is not signed, so only the name is taken from it. */
const postedName = (posted: string | null) => {
  if (posted === null || posted.length > 4096) return cleanName('')
  try {
    const { name } = names.parse(JSON.parse(posted))
    return cleanName(name.firstName, name.lastName)
  } catch {
    return cleanName('')
  }
}

/** https://developer.apple.com/documentation/signinwithapplerestapi */
export const apple = provider({
  id: 'apple',
  title: 'Apple',
  authorization: 'https://appleid.apple.com/auth/authorize',
  token: 'https://appleid.apple.com/auth/token',
  issuer: 'https://appleid.apple.com',
  jwks: 'https://appleid.apple.com/auth/keys',
  scopes: ['name', 'email'],
  pkce: false,
  clientAuth: 'jwt',
  // Apple posts the response if a name or an email address is requested.
  responseMode: 'form_post',
  idToken: { algorithms: ['RS256'], hasNonce: true },
  toProfile: ({ claims, posted }) => ({ ...standardProfile(claims, 'B'), name: postedName(posted) }),
})
