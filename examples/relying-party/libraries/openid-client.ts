import * as openid from 'openid-client'
import { isOnThisMachine, type LibraryModule, scope } from './library.ts'

/** Plain `openid-client`, with PKCE, `state` and `nonce`. */
export const openidClient: LibraryModule = {
  open: async ({ home, issuer, clientId, clientSecret }) => {
    const execute = isOnThisMachine(issuer) ? [openid.allowInsecureRequests] : []
    const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute })
    const emailOf = async (accessToken: string, sub: string) =>
      (await openid.fetchUserInfo(config, accessToken, sub)).email ?? ''
    return {
      leave: async kept => {
        const pkceCodeVerifier = openid.randomPKCECodeVerifier()
        const pending = { pkceCodeVerifier, expectedState: openid.randomState(), expectedNonce: openid.randomNonce() }
        Object.assign(kept, { pending })
        return openid.buildAuthorizationUrl(config, {
          redirect_uri: `${home}/back`,
          scope,
          code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
          state: pending.expectedState,
          nonce: pending.expectedNonce,
        }).href
      },
      comeBack: async (kept, url) => {
        const pending = kept.pending as openid.AuthorizationCodeGrantChecks | undefined
        delete kept.pending
        if (pending === undefined) throw new Error('Nobody left for the provider.')
        const tokens = await openid.authorizationCodeGrant(config, url, pending)
        const sub = tokens.claims()?.sub ?? ''
        return {
          sub,
          email: await emailOf(tokens.access_token, sub),
          idToken: tokens.id_token ?? '',
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? '',
        }
      },
      renew: async (_, person) => {
        const tokens = await openid.refreshTokenGrant(config, person.refreshToken)
        return {
          ...person,
          email: await emailOf(tokens.access_token, person.sub),
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? person.refreshToken,
        }
      },
    }
  },
}
