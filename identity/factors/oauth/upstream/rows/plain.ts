import { createHmac } from 'node:crypto'
import { emailFor, ok, type Refusal, row, sentenceOf } from '../row.ts'

const githubErrors: Partial<Record<Refusal, string>> = {
  invalid_client: 'incorrect_client_credentials',
  invalid_grant: 'bad_verification_code',
  redirect_uri_mismatch: 'redirect_uri_mismatch',
}

const facebookError = (message: string, code: number) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' },
})

/** Providers without an id_token. A request with the access token identifies the user. */
export const plainRows = {
  github: row({
    title: 'GitHub',
    authorize: 'github.com/login/oauth/authorize',
    token: 'github.com/login/oauth/access_token',
    issuer: 'https://github.com/login/oauth',
    tellsIssuer: true,
    authentication: ['post'],
    pkce: 'checked',
    tokenAnswer: ({ access_token }, { asked }) => ({
      access_token,
      token_type: 'bearer',
      scope: asked.scopes.join(','),
    }),
    refuse: refusal => ({
      status: 200,
      body: { error: githubErrors[refusal] ?? refusal, error_description: sentenceOf(refusal) },
    }),
    profiles: {
      'GET api.github.com/user': ({ person }, { headers }) =>
        headers.has('User-Agent')
          ? ok({
              id: Number(person.subject),
              login: person.name.toLowerCase().replaceAll(' ', '-'),
              name: person.name,
              avatar_url: person.picture ?? `https://avatars.githubusercontent.com/u/${person.subject}`,
              email: null,
            })
          : { status: 403, body: { message: 'Request forbidden by administrative rules: send a User-Agent.' } },
      'GET api.github.com/user/emails': grant => {
        const { asked, person } = grant
        if (!asked.scopes.includes('user:email') && !asked.scopes.includes('user'))
          return { status: 404, body: { message: 'Not Found' } }
        const other = { email: `${person.subject}@users.noreply.github.com`, verified: true, visibility: null }
        const own = { email: person.email, primary: true, verified: person.isVerified, visibility: 'private' }
        return ok([{ ...other, primary: false }, ...(person.email === null ? [] : [own])])
      },
    },
    unauthorized: { status: 401, body: { message: 'Bad credentials' } },
    tells: 'verified',
  }),
  facebook: row({
    title: 'Facebook',
    authorize: 'www.facebook.com/v24.0/dialog/oauth',
    token: 'graph.facebook.com/v24.0/oauth/access_token',
    authentication: ['post'],
    pkce: 'checked',
    tokenAnswer: ({ access_token }) => ({ access_token, token_type: 'bearer', expires_in: 5_183_944 }),
    refuse: refusal => ({ status: 400, body: facebookError(sentenceOf(refusal), 100) }),
    cancelled: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    profiles: {
      'GET graph.facebook.com/v24.0/me': (grant, { headers, query, clientSecret }) => {
        const proof = createHmac('sha256', clientSecret).update(tokenOf(headers, query)).digest('hex')
        if (query.get('appsecret_proof') !== proof)
          return { status: 400, body: facebookError('Invalid appsecret_proof provided in the API argument', 100) }
        const { person } = grant
        const all: Readonly<Record<string, unknown>> = {
          id: person.subject,
          name: person.name,
          email: emailFor(grant, 'email'),
          picture: { data: { url: person.picture ?? 'https://platform-lookaside.fbsbx.com/p', is_silhouette: false } },
        }
        const names = (query.get('fields') ?? 'id,name').split(',').map(field => field.replace(/[.{].*$/, ''))
        return ok(Object.fromEntries(names.filter(name => name in all).map(name => [name, all[name]])))
      },
    },
    unauthorized: { status: 400, body: facebookError('Invalid OAuth access token.', 190) },
    tells: 'address',
  }),
  discord: row({
    title: 'Discord',
    authorize: 'discord.com/oauth2/authorize',
    token: 'discord.com/api/oauth2/token',
    authentication: ['post', 'basic'],
    pkce: 'checked',
    scopes: ['identify'],
    refreshes: () => true,
    tokenAnswer: usual => ({ ...usual, expires_in: 604_800 }),
    profiles: {
      'GET discord.com/api/users/@me': grant => {
        const { person } = grant
        const email = emailFor(grant, 'email')
        return ok({
          id: person.subject,
          username: person.name.toLowerCase().replaceAll(' ', '.'),
          global_name: person.name,
          avatar: person.picture === undefined ? null : 'a_0123456789abcdef0123456789abcdef',
          locale: person.locale ?? 'en-US',
          ...(email !== undefined && { email, verified: person.isVerified }),
        })
      },
    },
    unauthorized: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
    tells: 'verified',
  }),
  bitbucket: row({
    title: 'Bitbucket',
    authorize: 'bitbucket.org/site/oauth2/authorize',
    token: 'bitbucket.org/site/oauth2/access_token',
    authentication: ['basic'],
    pkce: 'ignored',
    refreshes: () => true,
    tokenAnswer: ({ scope, ...usual }) => ({ ...usual, scopes: scope, token_type: 'bearer' }),
    profiles: {
      'GET api.bitbucket.org/2.0/user': ({ person }) =>
        ok({
          type: 'user',
          uuid: person.subject,
          username: person.name.toLowerCase().replaceAll(' ', ''),
          display_name: person.name,
          links: { avatar: { href: person.picture ?? 'https://bitbucket.org/account/avatar' } },
        }),
      'GET api.bitbucket.org/2.0/user/emails': ({ asked, person }) =>
        asked.scopes.includes('email')
          ? ok({
              values: [
                { type: 'email', email: 'other@example.net', is_primary: false, is_confirmed: true },
                ...(person.email === null
                  ? []
                  : [{ type: 'email', email: person.email, is_primary: true, is_confirmed: person.isVerified }]),
              ],
              page: 1,
            })
          : { status: 403, body: { type: 'error', error: { message: 'Your credentials lack the email scope.' } } },
    },
    unauthorized: { status: 401, body: { type: 'error', error: { message: 'Token is invalid or not supported.' } } },
    tells: 'verified',
  }),
  twitter: row({
    title: 'Twitter',
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    authentication: ['basic'],
    pkce: 'required',
    allowsPlain: true,
    scopes: ['users.read', 'tweet.read'],
    refreshes: ({ scopes }) => scopes.includes('offline.access'),
    tokenAnswer: usual => ({ ...usual, token_type: 'bearer' }),
    profiles: {
      'GET api.x.com/2/users/me': (grant, { query }) => {
        const { person } = grant
        const fields = (query.get('user.fields') ?? '').split(',')
        const email = emailFor(grant, 'users.email')
        return ok({
          data: {
            id: person.subject,
            name: person.name,
            username: person.name.toLowerCase().replaceAll(' ', '_'),
            ...(fields.includes('profile_image_url') && { profile_image_url: person.picture }),
            ...(fields.includes('confirmed_email') && email !== undefined && { confirmed_email: email }),
            ...(fields.includes('verified') && { verified: false }),
          },
        })
      },
    },
    unauthorized: { status: 401, body: { title: 'Unauthorized', type: 'about:blank', status: 401 } },
    tells: 'address',
  }),
  tiktok: row({
    title: 'TikTok',
    authorize: 'www.tiktok.com/v2/auth/authorize/',
    token: 'open.tiktokapis.com/v2/oauth/token/',
    authentication: ['post'],
    clientParameter: 'client_key',
    pkce: 'checked',
    separator: ',',
    scopes: ['user.info.basic'],
    refreshes: () => true,
    tokenAnswer: (usual, { person }) => ({ ...usual, open_id: person.subject, refresh_expires_in: 31_536_000 }),
    refuse: refusal => ({
      status: 200,
      body: { error: refusal, error_description: sentenceOf(refusal), log_id: '20260101000000' },
    }),
    callback: ({ asked }) => ({ scopes: asked.scopes.join(',') }),
    profiles: {
      'GET open.tiktokapis.com/v2/user/info/': ({ person }, { query }) => {
        const all: Readonly<Record<string, unknown>> = {
          open_id: person.subject,
          display_name: person.name,
          avatar_url: person.picture ?? 'https://p16-sign.tiktokcdn.com/avatar',
        }
        const names = (query.get('fields') ?? '').split(',').filter(name => name in all)
        return ok({
          data: { user: Object.fromEntries(names.map(name => [name, all[name]])) },
          error: { code: 'ok', message: '', log_id: '20260101000000' },
        })
      },
    },
    unauthorized: {
      status: 401,
      body: { data: {}, error: { code: 'access_token_invalid', message: 'The access token is invalid.', log_id: '1' } },
    },
    tells: 'nothing',
  }),
  snapchat: row({
    title: 'Snapchat',
    authorize: 'accounts.snapchat.com/accounts/oauth2/auth',
    token: 'accounts.snapchat.com/accounts/oauth2/token',
    authentication: ['basic', 'post'],
    pkce: 'checked',
    scopes: ['https://auth.snapchat.com/oauth2/api/user.external_id'],
    refreshes: () => true,
    profiles: {
      // GraphQL: the response contains only the queried fields.
      'POST api.snapkit.com/v1/me': ({ asked, person }, { body }) => {
        const wanted = queryOf(body)
        const may = (scope: string) => asked.scopes.includes(`https://auth.snapchat.com/oauth2/api/${scope}`)
        const me = {
          ...(wanted.includes('externalId') && { externalId: person.subject }),
          ...(wanted.includes('displayName') && may('user.display_name') && { displayName: person.name }),
          ...(wanted.includes('bitmoji') &&
            may('user.bitmoji.avatar') && { bitmoji: { avatar: person.picture ?? 'https://sdk.bitmoji.com/render' } }),
        }
        return Object.keys(me).length === 0
          ? { status: 400, body: { data: null, errors: [{ message: 'The query is missing or not understood.' }] } }
          : ok({ data: { me }, errors: [] })
      },
    },
    tells: 'nothing',
  }),
}

const tokenOf = (headers: Headers, query: URLSearchParams): string =>
  headers.get('Authorization')?.replace(/^bearer /i, '') ?? query.get('access_token') ?? ''

const queryOf = (body: string): string => {
  try {
    return String(JSON.parse(body).query ?? '')
  } catch {
    return ''
  }
}
