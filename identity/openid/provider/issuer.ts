/** What the issuers of all projects begin with, below our origin. */
const prefix = '/v1/public'

/** Where a project's OpenID provider is, for `createHttp`: nothing else below `/v1/public` begins like this. */
export const issuerPattern = `${prefix}/:project_id{project-[a-z]+-[0-9a-f-]+}`

/**
 * Where the metadata are for who puts the issuer's path behind the well-known part: RFC 8414, section 3.1, and many who do the
 * same for OpenID Connect.
 */
export const insertedPatterns = ['oauth-authorization-server', 'openid-configuration'].map(
  name => `/.well-known/${name}${issuerPattern}`,
)

/** The path of a project's issuer. */
export const issuerPath = (projectId: string): string => `${prefix}/${projectId}`

/** Who says what a project's tokens say: the `iss` of OpenID Connect. */
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

/** Where the form of an answer is that a browser posts to an application; not a path of `oidc-provider`. */
export const postedAnswerPath = '/oauth2/posted-answer'
