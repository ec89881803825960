import type { User } from '@corroborate/wire/types'

/** Claims by scope (OpenID Connect Core, section 5.4). */
export const claimsOfScopes: Readonly<Record<string, string[]>> = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'middle_name', 'family_name', 'picture', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
}

/** The claims that come with these scopes. */
export const claimsWith = (scopes: readonly string[]): string[] => scopes.flatMap(scope => claimsOfScopes[scope] ?? [])

const nonEmpty = (claims: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== ''))

/**
 * Returns all claims about a user; `oidc-provider` filters them by scope. Includes a verified email address or number only, so that
 * applications that ignore `email_verified` are not misled.
 */
export const claimsOf = (user: User): { sub: string } & Record<string, unknown> => {
  const { first_name, middle_name, last_name } = user.name
  const email = user.emails.find(({ verified }) => verified)
  const phone = user.phone_numbers.find(({ verified }) => verified)
  const [linked] = user.providers
  return {
    sub: user.user_id,
    ...nonEmpty({
      name: [first_name, middle_name, last_name].filter(part => part !== '').join(' '),
      given_name: first_name,
      middle_name,
      family_name: last_name,
      picture: linked?.profile_picture_url ?? '',
      locale: linked?.locale ?? '',
    }),
    updated_at: Math.floor(Date.parse(user.updated_at) / 1_000),
    ...(email !== undefined && { email: email.email, email_verified: true }),
    ...(phone !== undefined && { phone_number: phone.phone_number, phone_number_verified: true }),
  }
}
