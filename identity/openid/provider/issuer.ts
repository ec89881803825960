import type { User } from '@corroborate/wire/types'
import type { Project } from '../../projects/index.ts'

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

type Fillable = {
  addOIDCScope: (scope: string) => unknown
  rejectOIDCScope: (scope: string) => unknown
  addOIDCClaims: (claims: string[]) => unknown
  rejectOIDCClaims: (claims: string[]) => unknown
  addResourceScope: (resource: string, scope: string) => unknown
}

type Given = {
  granted: { scopes: readonly string[]; resources: readonly string[] } | null
  withheld: readonly string[]
  refusedClaims: readonly string[]
}

/** Scopes into a grant, and with each the claims that come with it: an application may also ask for those by name. */
export const fillGrant = (grant: Fillable, { granted, withheld, refusedClaims }: Given): void => {
  if (granted !== null && granted.scopes.length > 0) {
    const scopes = granted.scopes.join(' ')
    grant.addOIDCScope(scopes)
    for (const resource of granted.resources) grant.addResourceScope(resource, scopes)
    grant.addOIDCClaims(claimsWith(granted.scopes))
  }
  if (withheld.length > 0) grant.rejectOIDCScope(withheld.join(' '))
  if (refusedClaims.length > 0) grant.rejectOIDCClaims([...refusedClaims])
}

/** The scopes of every project, besides those of its own policy. */
export const commonScopes = ['openid', 'profile', 'email', 'phone', 'offline_access', 'full_access'] as const

/** Every scope of a project. */
export const scopesOf = ({ rbac, openid }: Pick<Project, 'rbac' | 'openid'>): string[] => [
  ...new Set([
    ...commonScopes,
    ...rbac.scopes.map(({ scope }) => scope),
    ...openid.resources.flatMap(({ scopes }) => scopes),
  ]),
]

type Permission = { resource_id: string; actions: readonly string[] }

const covers = (held: readonly Permission[], wanted: Permission): boolean =>
  wanted.actions.every(action =>
    held.some(
      ({ resource_id, actions }) =>
        resource_id === wanted.resource_id && (actions.includes(action) || actions.includes('*')),
    ),
  )

/** True if a user may grant a scope. Scopes of the project's RBAC policy require all their permissions in the user's roles. */
export const mayGrant = ({ rbac }: Pick<Project, 'rbac'>, user: Pick<User, 'roles'>, scope: string): boolean => {
  const ruled = rbac.scopes.find(rule => rule.scope === scope)
  if (ruled === undefined) return true
  const held = rbac.roles
    .filter(({ role_id }) => user.roles.includes(role_id))
    .flatMap(({ permissions }) => permissions)
  return ruled.permissions.every(permission => covers(held, permission))
}

/** Common path prefix of all issuers. */
const prefix = '/v1/public'

/** Route pattern of a project's OpenID provider, for `createHttp`. No other path below `/v1/public` starts like this. */
export const issuerPattern = `${prefix}/:project_id{project-[a-z]+-[0-9a-f-]+}`

/**
 * Metadata paths with the issuer's path after the well-known segment: RFC 8414, section 3.1, also used by many clients for OpenID Connect.
 */
export const insertedPatterns = ['oauth-authorization-server', 'openid-configuration'].map(
  name => `/.well-known/${name}${issuerPattern}`,
)

/** The path of a project's issuer. */
export const issuerPath = (projectId: string): string => `${prefix}/${projectId}`

/** Returns a project's issuer: the `iss` of its tokens. */
export const issuerOf = (origin: string, projectId: string): string => `${origin}${issuerPath(projectId)}`

/** A request's project, and its path and query below the issuer; null when it is not below one. */
export const belowIssuer = (url: string): { projectId: string; rest: string } | null => {
  const inserted = /^(\/\.well-known\/[a-z-]+)(\/v1\/public\/project-[a-z]+-[0-9a-f-]+)\/?(\?.*)?$/.exec(url)
  if (inserted !== null) return belowIssuer(`${inserted[2]}${inserted[1]}${inserted[3] ?? ''}`)
  const found = /^\/v1\/public\/(project-[a-z]+-[0-9a-f-]+)(\/[^?]*)?(\?.*)?$/.exec(url)
  return found === null ? null : { projectId: found[1] ?? '', rest: `${found[2] ?? '/'}${found[3] ?? ''}` }
}

/** Paths below the issuer. */
export const routes = {
  authorization: '/oauth2/authorize',
  end_session: '/oauth2/logout',
  introspection: '/oauth2/introspect',
  jwks: '/.well-known/jwks.json',
  pushed_authorization_request: '/oauth2/par',
  registration: '/oauth2/register',
  revocation: '/oauth2/revoke',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
} as const

/** Path of the form that a browser posts to an application. Not an `oidc-provider` path. */
export const postedAnswerPath = '/oauth2/posted-answer'
