import { ok, row, standardClaims, withOpenid } from '../row.ts'

/** The tenant of Microsoft's personal accounts. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Providers that identify users with an id_token. */
export const openidRows = {
  google: row({
    title: 'Google',
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    issuer: 'https://accounts.google.com',
    keys: 'www.googleapis.com/oauth2/v3/certs',
    discovery: 'accounts.google.com/.well-known/openid-configuration',
    authentication: ['post', 'basic'],
    pkce: 'checked',
    scopes: ['openid'],
    refreshes: ({ query }) => query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
    claims: withOpenid(grant => ({
      ...standardClaims(grant),
      azp: grant.asked.clientId,
      ...(grant.person.hostedDomain !== undefined && { hd: grant.person.hostedDomain }),
    })),
    profiles: { 'GET openidconnect.googleapis.com/v1/userinfo': grant => ok(standardClaims(grant)) },
    tells: 'verified',
  }),
  microsoft: row({
    title: 'Microsoft',
    authorize: 'login.microsoftonline.com/:tenant/oauth2/v2.0/authorize',
    token: 'login.microsoftonline.com/:tenant/oauth2/v2.0/token',
    // Every tenant is an issuer of its own. The discovery document of `common` has the text `{tenantid}` in its place.
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    keys: 'login.microsoftonline.com/:tenant/discovery/v2.0/keys',
    discovery: 'login.microsoftonline.com/:tenant/v2.0/.well-known/openid-configuration',
    authentication: ['post', 'basic'],
    pkce: 'checked',
    scopes: ['openid'],
    refreshes: ({ scopes }) => scopes.includes('offline_access'),
    claims: withOpenid(({ asked, person }) => {
      const tenant = person.tenant ?? personalAccounts
      return {
        iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
        // Each client gets another value. Only `oid` is the same for all.
        sub: `${person.subject}-${asked.clientId}`,
        oid: person.subject,
        tid: tenant,
        ver: '2.0',
        name: person.name,
        ...(asked.scopes.includes('email') &&
          person.email !== null && { email: person.email, ...(person.isVerified && { xms_edov: true }) }),
        preferred_username: person.email ?? person.name,
      }
    }),
    profiles: {
      'GET graph.microsoft.com/oidc/userinfo': ({ asked, person }) =>
        ok({ sub: `${person.subject}-${asked.clientId}`, name: person.name, email: person.email ?? undefined }),
    },
    tells: 'verified',
  }),
  apple: row({
    title: 'Apple',
    authorize: 'appleid.apple.com/auth/authorize',
    token: 'appleid.apple.com/auth/token',
    issuer: 'https://appleid.apple.com',
    keys: 'appleid.apple.com/auth/keys',
    discovery: 'appleid.apple.com/.well-known/openid-configuration',
    authentication: ['apple'],
    pkce: 'checked',
    refreshes: () => true,
    claims: ({ asked, person }) => ({
      sub: person.subject,
      nonce_supported: true,
      ...(asked.scopes.includes('email') &&
        person.email !== null && { email: person.email, email_verified: String(person.isVerified) }),
    }),
    // Apple gives the name once, and not signed. At the next sign-in it gives none.
    callback: ({ asked, person, isFirst }): Record<string, string> => {
      if (!isFirst || asked.scopes.length === 0) return {}
      const [firstName = '', ...rest] = person.name.split(' ')
      return {
        user: JSON.stringify({
          ...(asked.scopes.includes('name') && { name: { firstName, lastName: rest.join(' ') } }),
          ...(asked.scopes.includes('email') && { email: person.email }),
        }),
      }
    },
    cancelled: { error: 'user_cancelled_authorize' },
    profiles: {},
    tells: 'verified',
  }),
  gitlab: row({
    title: 'GitLab',
    authorize: 'gitlab.com/oauth/authorize',
    token: 'gitlab.com/oauth/token',
    issuer: 'https://gitlab.com',
    keys: 'gitlab.com/oauth/discovery/keys',
    discovery: 'gitlab.com/.well-known/openid-configuration',
    authentication: ['post', 'basic'],
    pkce: 'checked',
    scopes: ['openid'],
    refreshes: () => true,
    claims: withOpenid(standardClaims),
    profiles: { 'GET gitlab.com/oauth/userinfo': grant => ok(standardClaims(grant)) },
    tells: 'verified',
  }),
  linkedin: row({
    title: 'LinkedIn',
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    issuer: 'https://www.linkedin.com/oauth',
    keys: 'www.linkedin.com/oauth/openid/jwks',
    discovery: 'www.linkedin.com/oauth/.well-known/openid-configuration',
    authentication: ['post'],
    pkce: 'forbidden',
    scopes: ['openid'],
    claims: withOpenid(grant => ({
      ...standardClaims(grant),
      ...(grant.asked.scopes.includes('email') && { email_verified: String(grant.person.isVerified) }),
      locale: 'en_US',
    })),
    repeatsNonce: false,
    cancelled: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    profiles: {
      'GET api.linkedin.com/v2/userinfo': grant =>
        ok({ ...standardClaims(grant), locale: { country: 'US', language: 'en' } }),
    },
    tells: 'verified',
  }),
  twitch: row({
    title: 'Twitch',
    authorize: 'id.twitch.tv/oauth2/authorize',
    token: 'id.twitch.tv/oauth2/token',
    issuer: 'https://id.twitch.tv/oauth2',
    keys: 'id.twitch.tv/oauth2/keys',
    discovery: 'id.twitch.tv/oauth2/.well-known/openid-configuration',
    authentication: ['post'],
    pkce: 'ignored',
    scopes: ['openid'],
    refreshes: () => true,
    claims: withOpenid(grant => twitchClaims(grant, 'id_token')),
    tokenAnswer: (usual, { asked }) => ({ ...usual, scope: asked.scopes, token_type: 'bearer' }),
    refuse: refusal => ({
      status: refusal === 'invalid_client' ? 403 : 400,
      body: {
        status: refusal === 'invalid_client' ? 403 : 400,
        message: refusal === 'invalid_client' ? 'invalid client secret' : 'Invalid authorization code',
      },
    }),
    profiles: { 'GET id.twitch.tv/oauth2/userinfo': grant => ok(twitchClaims(grant, 'userinfo')) },
    unauthorized: { status: 401, body: { status: 401, message: 'missing or invalid token' } },
    tells: 'verified',
  }),
  yahoo: row({
    title: 'Yahoo',
    authorize: 'api.login.yahoo.com/oauth2/request_auth',
    token: 'api.login.yahoo.com/oauth2/get_token',
    issuer: 'https://api.login.yahoo.com',
    keys: 'api.login.yahoo.com/openid/v1/certs',
    discovery: 'api.login.yahoo.com/.well-known/openid-configuration',
    algorithm: 'ES256',
    authentication: ['basic'],
    pkce: 'checked',
    scopes: ['openid'],
    refreshes: () => true,
    claims: withOpenid(standardClaims),
    tokenAnswer: usual => ({ ...usual, token_type: 'bearer' }),
    profiles: { 'GET api.login.yahoo.com/openid/v1/userinfo': grant => ok(standardClaims(grant)) },
    tells: 'verified',
  }),
}

/** Twitch gives only the claims that the parameter `claims` names (OpenID Connect Core §5.5), for the token or for userinfo. */
const twitchClaims = (
  { asked, person }: Parameters<typeof standardClaims>[0],
  place: 'id_token' | 'userinfo',
): Record<string, unknown> => {
  const named = namedClaims(asked.query.get('claims'), place)
  const isReadable = asked.scopes.includes('user:read:email')
  const all: Readonly<Record<string, unknown>> = {
    email: isReadable ? (person.email ?? undefined) : undefined,
    email_verified: isReadable ? person.isVerified : undefined,
    preferred_username: person.name,
    picture: person.picture,
  }
  return { sub: person.subject, ...Object.fromEntries(named.map(name => [name, all[name]])) }
}

const namedClaims = (text: string | null, place: string): string[] => {
  try {
    return Object.keys(JSON.parse(text ?? '{}')[place] ?? {})
  } catch {
    return []
  }
}
