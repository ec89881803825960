import type { IncomingMessage, ServerResponse } from 'node:http'
import passport from 'passport'
import Strategy from 'passport-openidconnect'
import type { Kept, LibraryModule, Person } from './library.ts'
import { openidClient } from './openid-client.ts'

type Outcome = { person: Person } | { location: string }

/** Passport with `passport-openidconnect`, which knows no PKCE. Renewing tokens is left to another library. */
export const passportOpenidconnect: LibraryModule = {
  flags: ['--pkce', 'off'],
  open: async registered => {
    const { home, issuer, clientId, clientSecret } = registered
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    passport.use(
      new Strategy(
        {
          issuer: metadata.issuer,
          authorizationURL: metadata.authorization_endpoint,
          tokenURL: metadata.token_endpoint,
          userInfoURL: metadata.userinfo_endpoint,
          clientID: clientId,
          clientSecret,
          callbackURL: `${home}/back`,
          scope: ['email', 'offline_access'],
          nonce: true,
          skipUserProfile: false,
        },
        (_issuer, profile, _context, idToken, accessToken, refreshToken, done) =>
          done(null, {
            sub: profile.id,
            email: profile.emails?.[0]?.value ?? '',
            idToken: String(idToken),
            accessToken,
            refreshToken,
          } satisfies Person),
      ),
    )

    /** As a framework calls it: with a request that has a session, and an answer that may lead away. */
    const authenticate = (session: Kept, url: URL): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        const request = {
          url: url.pathname + url.search,
          query: Object.fromEntries(url.searchParams),
          session,
          headers: {},
        }
        const response = {
          setHeader: (name: string, value: string) => name === 'Location' && resolve({ location: value }),
          end: () => undefined,
        }
        const handle = passport.authenticate('openidconnect', (error, user, info) =>
          user ? resolve({ person: user as Person }) : reject(error ?? new Error(JSON.stringify(info))),
        )
        handle(request as unknown as IncomingMessage, response as unknown as ServerResponse, reject)
      })

    const { renew } = await openidClient.open(registered)
    return {
      renew,
      leave: async kept => {
        const outcome = await authenticate(kept, new URL(`${home}/sign-in`))
        return 'location' in outcome ? outcome.location : home
      },
      comeBack: async (kept, url) => {
        const outcome = await authenticate(kept, url)
        if ('location' in outcome) throw new Error('It was sent away again.')
        return outcome.person
      },
    }
  },
}
