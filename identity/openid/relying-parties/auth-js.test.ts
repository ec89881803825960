import { Auth, type AuthConfig } from '@auth/core'
import { serveApp } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { consentPage, openAgent, stage } from '../testing/index.ts'

test.each([true, false])(
  'an application signs in with Auth.js, which reads the profile from the ID token: %s',
  async idToken => {
    const on = await stage()
    await on.configure({ authorizeUrl: consentPage })
    let config: AuthConfig | undefined
    const origin = await serveApp({
      fetch: async request => (config === undefined ? new Response('', { status: 503 }) : Auth(request, config)),
    })
    const client = await on.addClient({ name: 'Auth.js', redirectUrls: [`${origin}/auth/callback/corroborate`] })
    const kept: { refresh?: string; access?: string } = {}
    config = {
      basePath: '/auth',
      secret: 'a secret of the application, long enough',
      trustHost: true,
      providers: [
        {
          id: 'corroborate',
          name: 'Corroborate',
          type: 'oidc',
          issuer: on.issuer.href,
          clientId: client.id,
          clientSecret: client.secret,
          authorization: { params: { scope: 'openid email offline_access' } },
          checks: ['pkce', 'state', 'nonce'],
          idToken,
        },
      ],
      callbacks: {
        jwt: ({ token, account }) => {
          if (account) Object.assign(kept, { refresh: account.refresh_token, access: account.access_token })
          return token
        },
      },
    }
    const agent = openAgent(on, on.session)
    const { csrfToken } = JSON.parse((await agent.go(`${origin}/auth/csrf`)).text)
    const signedIn = await agent.go(`${origin}/auth/signin/corroborate`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, callbackUrl: `${origin}/auth/session` }),
    })
    expect(JSON.parse(signedIn.text)).toMatchObject({ user: { email: 'ada@example.org' } })

    // Auth.js leaves renewing to the application, with a call of its own.
    const renewed = await on.refresh(kept.refresh, { ...client })
    expect(renewed.status).toBe(200)
    expect(await on.isActive(renewed.json.access_token, client)).toBe(true)

    await agent.go(`${origin}/auth/signout`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, callbackUrl: `${origin}/auth/session` }),
    })
    expect(JSON.parse((await agent.go(`${origin}/auth/session`)).text)).toBeNull()
  },
)
