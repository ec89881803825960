import { claimsOfScopes } from '../provider/index.ts'

/** Individually requested claims (OpenID Connect Core, section 5.5), and the scopes that include them. */
export type ClaimsAsked = { claims: readonly string[]; claimScopes: readonly string[] }

/** Parses the `claims` parameter. Invalid ones are reported by the provider. Pure. */
export const claimsAsked = (parameter: unknown): ClaimsAsked => {
  const claims = namesIn(parameter)
  const scopes = Object.entries(claimsOfScopes).filter(
    ([scope, known]) => scope !== 'openid' && known.some(claim => claims.includes(claim)),
  )
  return { claims, claimScopes: scopes.map(([scope]) => scope) }
}

const namesIn = (parameter: unknown): string[] => {
  try {
    const { userinfo, id_token } = Object(JSON.parse(String(parameter)))
    return [...new Set([userinfo, id_token].flatMap(asked => Object.keys(Object(asked))))]
  } catch {
    return []
  }
}
