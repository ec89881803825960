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
