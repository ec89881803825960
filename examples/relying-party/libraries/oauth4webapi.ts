import * as oauth from 'oauth4webapi'
import { isOnThisMachine, type LibraryModule, scope } from './library.ts'

type Pending = { verifier: string; state: string; nonce: string }

/** `oauth4webapi`, which leaves every step to the application. */
export const oauth4webapi: LibraryModule = {
  open: async ({ home, issuer, clientId, clientSecret }) => {
    const options = { [oauth.allowInsecureRequests]: isOnThisMachine(issuer) }
    const where = new URL(issuer)
    const server = await oauth.processDiscoveryResponse(where, await oauth.discoveryRequest(where, options))
    const client: oauth.Client = { client_id: clientId }
    const secret = oauth.ClientSecretBasic(clientSecret)
    const back = `${home}/back`
    const emailOf = async (accessToken: string, sub: string): Promise<string> => {
      const answer = await oauth.userInfoRequest(server, client, accessToken, options)
      return String((await oauth.processUserInfoResponse(server, client, sub, answer)).email ?? '')
    }
    return {
      leave: async kept => {
        const verifier = oauth.generateRandomCodeVerifier()
        const pending: Pending = { verifier, state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce() }
        Object.assign(kept, { pending })
        return `${server.authorization_endpoint}?${new URLSearchParams({
          client_id: clientId,
          redirect_uri: back,
          response_type: 'code',
          scope,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state: pending.state,
          nonce: pending.nonce,
        })}`
      },
      comeBack: async (kept, url) => {
        const pending = kept.pending as Pending | undefined
        delete kept.pending
        if (pending === undefined) throw new Error('Nobody left for the provider.')
        const { verifier, state, nonce } = pending
        const params = oauth.validateAuthResponse(server, client, url, state)
        const answer = await oauth.authorizationCodeGrantRequest(
          ...([server, client, secret, params, back, verifier, options] as const),
        )
        const checks = { expectedNonce: nonce, requireIdToken: true }
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, checks)
        // The library trusts ID tokens received over TLS. Applications may verify the signature too, as here.
        await oauth.validateApplicationLevelSignature(server, answer, options)
        const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
        return {
          sub,
          email: await emailOf(tokens.access_token, sub),
          idToken: tokens.id_token ?? '',
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? '',
        }
      },
      renew: async (_, person) => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, secret, person.refreshToken, options)
        const tokens = await oauth.processRefreshTokenResponse(server, client, answer)
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
