import passport from 'passport'
import Strategy from 'passport-openidconnect'
import { expect, test } from 'vitest'
import { consentPage, openAgent, serve, stage } from '../testing/index.ts'

test('an application signs in with passport-openidconnect, which knows no PKCE', async () => {
  const on = await stage()
  await on.configure({ authorizeUrl: consentPage })
  const metadata = await (await fetch(`${on.issuer}/.well-known/openid-configuration`)).json()
  const session = {}
  const kept: Record<string, string> = {}
  const origin = await serve(home => (request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '/', home).searchParams)
    Object.assign(request, { query, session })
    const finish = (status: number, said: unknown) => response.writeHead(status).end(JSON.stringify(said))
    passport.authenticate('openidconnect', (error, user, info) =>
      finish(user ? 200 : 403, user || { error: error instanceof Error ? error.message : error, info }),
    )(request, response, error => finish(500, { error: String(error) }))
  })
  const client = await on.addClient({ name: 'Passport', redirectUrls: [`${origin}/back`], pkce: false })
  passport.use(
    new Strategy(
      {
        issuer: metadata.issuer,
        authorizationURL: metadata.authorization_endpoint,
        tokenURL: metadata.token_endpoint,
        userInfoURL: metadata.userinfo_endpoint,
        clientID: client.id,
        clientSecret: client.secret,
        callbackURL: `${origin}/back`,
        scope: ['email', 'offline_access'],
        nonce: true,
        skipUserProfile: false,
      },
      (_issuer, profile, _context, _idToken, accessToken, refreshToken, done) => {
        Object.assign(kept, { accessToken, refreshToken })
        done(null, profile)
      },
    ),
  )
  const agent = openAgent(on, on.session)
  const { status, text } = await agent.go(`${origin}/sign-in`)
  expect([status, JSON.parse(text)]).toEqual([
    200,
    expect.objectContaining({ id: on.userId, emails: [{ value: 'ada@example.org' }] }),
  ])
  const renewed = await on.refresh(kept.refreshToken, client)
  expect(await on.isActive(renewed.json.access_token, client)).toBe(true)
  // Nobody but an application that is released from it goes without PKCE.
  await on.db
    .updateTable('openid_clients')
    .set(({ fn, val, ref }) => ({
      settings: fn('replace', [ref('settings'), val('"pkce":false'), val('"pkce":true')]),
    }))
    .where('client_id', '=', client.id)
    .execute()
  const refused = await agent.go(`${origin}/sign-in`)
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    403,
    expect.objectContaining({ error: expect.stringContaining('PKCE') }),
  ])
})
