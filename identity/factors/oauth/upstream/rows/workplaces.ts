import { type Grant, ok, row, sentenceOf, standardClaims, withOpenid } from '../row.ts'

const organizationOf = ({ person }: Grant): string => person.tenant ?? '00D000000000001EAA'
const teamOf = ({ person }: Grant): string => person.tenant ?? 'T0000000001'

const slackClaims = (grant: Grant): Record<string, unknown> => ({
  ...standardClaims(grant),
  'https://slack.com/user_id': grant.person.subject,
  'https://slack.com/team_id': teamOf(grant),
})

const salesforceClaims = (grant: Grant): Record<string, unknown> => ({
  ...standardClaims(grant),
  sub: `https://login.salesforce.com/id/${organizationOf(grant)}/${grant.person.subject}`,
})

/** Figma's account, as Figma's own calls give it. There is also the userinfo of OpenID Connect. */
const figmaMe = ({ person }: Grant) =>
  ok({ id: person.subject, handle: person.name, img_url: person.picture ?? '', email: person.email })

/** Providers with workplace accounts. */
export const workplaceRows = {
  salesforce: row({
    title: 'Salesforce',
    authorize: 'login.salesforce.com/services/oauth2/authorize',
    token: 'login.salesforce.com/services/oauth2/token',
    issuer: 'https://login.salesforce.com',
    keys: 'login.salesforce.com/id/keys',
    discovery: 'login.salesforce.com/.well-known/openid-configuration',
    authentication: ['post', 'basic'],
    pkce: 'checked',
    scopes: ['openid'],
    refreshes: ({ scopes }) => scopes.includes('refresh_token'),
    claims: withOpenid(salesforceClaims),
    tokenAnswer: (usual, grant) => ({
      ...usual,
      // URLs whose host a client must check before following them.
      instance_url: 'https://example.my.salesforce.com',
      id: `https://login.salesforce.com/id/${organizationOf(grant)}/${grant.person.subject}`,
      issued_at: '1700000000000',
    }),
    profiles: {
      'GET login.salesforce.com/services/oauth2/userinfo': grant =>
        ok({
          ...salesforceClaims(grant),
          user_id: grant.person.subject,
          organization_id: organizationOf(grant),
          updated_at: '2026-01-01T00:00:00Z',
        }),
    },
    tells: 'verified',
  }),
  slack: row({
    title: 'Slack',
    authorize: 'slack.com/openid/connect/authorize',
    token: 'slack.com/api/openid.connect.token',
    issuer: 'https://slack.com',
    keys: 'slack.com/openid/connect/keys',
    discovery: 'slack.com/.well-known/openid-configuration',
    authentication: ['post'],
    pkce: 'checked',
    scopes: ['openid'],
    claims: withOpenid(slackClaims),
    tokenAnswer: usual => ({ ok: true, ...usual }),
    refuse: refusal => ({
      status: 200,
      body: { ok: false, error: refusal === 'invalid_client' ? 'invalid_client_id' : 'invalid_code' },
    }),
    profiles: { 'GET slack.com/api/openid.connect.userInfo': grant => ok({ ok: true, ...slackClaims(grant) }) },
    unauthorized: { status: 200, body: { ok: false, error: 'invalid_auth' } },
    tells: 'verified',
  }),
  figma: row({
    title: 'Figma',
    authorize: 'www.figma.com/oauth',
    token: 'api.figma.com/v1/oauth/token',
    issuer: 'https://www.figma.com',
    keys: 'api.figma.com/v1/oauth/keys',
    discovery: 'www.figma.com/.well-known/openid-configuration',
    algorithm: 'ES256',
    authentication: ['basic'],
    pkce: 'checked',
    refreshes: () => true,
    claims: withOpenid(standardClaims),
    tokenAnswer: (usual, { person }) => ({ ...usual, token_type: 'bearer', user_id_string: person.subject }),
    refuse: refusal => ({ status: 400, body: { error: true, status: 400, message: sentenceOf(refusal) } }),
    profiles: {
      'GET api.figma.com/v1/me': grant =>
        grant.asked.scopes.includes('current_user:read')
          ? figmaMe(grant)
          : { status: 403, body: { status: 403, err: 'Invalid scope' } },
      'GET api.figma.com/v1/oauth/userinfo': grant => ok(standardClaims(grant)),
    },
    unauthorized: { status: 403, body: { status: 403, err: 'Invalid token' } },
    tells: 'address',
  }),
  amazon: row({
    title: 'Amazon',
    authorize: 'www.amazon.com/ap/oa',
    token: 'api.amazon.com/auth/o2/token',
    authentication: ['post', 'basic'],
    pkce: 'checked',
    scopes: ['profile'],
    refreshes: () => true,
    tokenAnswer: usual => ({ ...usual, token_type: 'bearer' }),
    profiles: {
      'GET api.amazon.com/user/profile': ({ person }) =>
        ok({ user_id: person.subject, name: person.name, email: person.email ?? undefined }),
    },
    tells: 'address',
  }),
  coinbase: row({
    title: 'Coinbase',
    authorize: 'login.coinbase.com/oauth2/auth',
    token: 'login.coinbase.com/oauth2/token',
    authentication: ['post'],
    pkce: 'checked',
    allowsPlain: true,
    separator: ',',
    refreshes: ({ scopes }) => scopes.includes('offline_access'),
    tokenAnswer: usual => ({ ...usual, token_type: 'bearer' }),
    profiles: {
      'GET api.coinbase.com/v2/user': (grant, { headers }) => {
        const { person, asked } = grant
        if (!asked.scopes.includes('wallet:user:read'))
          return { status: 403, body: { errors: [{ id: 'invalid_scope', message: 'Invalid scope' }] } }
        if (!headers.has('CB-VERSION'))
          return { status: 400, body: { errors: [{ id: 'invalid_request', message: 'CB-VERSION is missing' }] } }
        return ok({
          data: {
            id: person.subject,
            name: person.name,
            avatar_url: person.picture ?? null,
            ...(asked.scopes.includes('wallet:user:email') && { email: person.email }),
          },
        })
      },
    },
    unauthorized: { status: 401, body: { errors: [{ id: 'invalid_token', message: 'The access token is invalid' }] } },
    tells: 'address',
  }),
}
