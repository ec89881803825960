import { Auth, type AuthConfig } from '@auth/core'
import { type Kept, type LibraryModule, type Person, scope } from './library.ts'
import { openidClient } from './openid-client.ts'

/**
 * Auth.js behind our own routes. State that it would keep in browser cookies is stored here. It leaves token renewal to the application,
 * which uses a library of its choice.
 */
export const authJs: LibraryModule = {
  path: '/auth/callback/corroborate',
  open: async registered => {
    const { home, issuer, clientId, clientSecret } = registered
    const last: { signedIn?: Person } = {}
    const config: AuthConfig = {
      basePath: '/auth',
      secret: 'a secret of the application, long enough',
      trustHost: true,
      providers: [
        {
          id: 'corroborate',
          name: 'Corroborate',
          type: 'oidc',
          issuer,
          clientId,
          clientSecret,
          authorization: { params: { scope } },
          checks: ['pkce', 'state', 'nonce'],
        },
      ],
      callbacks: {
        jwt: ({ token, account, profile }) => {
          if (account) {
            last.signedIn = {
              sub: account.providerAccountId,
              email: profile?.email ?? '',
              idToken: account.id_token ?? '',
              accessToken: account.access_token ?? '',
              refreshToken: account.refresh_token ?? '',
            }
          }
          return token
        },
      },
    }

    const call = async (kept: Kept, url: string, form?: Record<string, string>): Promise<Response> => {
      kept.jar ??= new Map<string, string>()
      const jar = kept.jar as Map<string, string>
      const cookie = [...jar].map(pair => pair.join('=')).join('; ')
      const body = form && new URLSearchParams(form)
      const request = new Request(url, { headers: { cookie }, ...(body && { method: 'POST', body }) })
      const answer = await Auth(request, config)
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return answer
    }

    const { renew } = await openidClient.open(registered)
    return {
      renew,
      leave: async kept => {
        const { csrfToken } = (await (await call(kept, `${home}/auth/csrf`)).json()) as { csrfToken: string }
        const answer = await call(kept, `${home}/auth/signin/corroborate`, { csrfToken, callbackUrl: `${home}/` })
        return answer.headers.get('Location') ?? ''
      },
      comeBack: async (kept, url) => {
        delete last.signedIn
        await call(kept, url.href)
        const session = (await (await call(kept, `${home}/auth/session`)).json()) as { user?: { email: string } } | null
        const signedIn = last.signedIn as Person | undefined
        if (signedIn === undefined || session?.user?.email !== signedIn.email) throw new Error('Nobody is signed in.')
        return signedIn
      },
    }
  },
}
