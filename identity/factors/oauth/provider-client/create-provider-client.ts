import { checkClient } from './check-client.ts'
import { checkTokenAnswer } from './check-token-answer.ts'
import { exchangeCode } from './exchange-code.ts'
import type { Keys } from './library-options.ts'
import type { ProviderClient } from './provider-client.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { asProviderError } from './refusals.ts'

export const createProviderClient = (): ProviderClient => {
  const keys: Keys = new Map()
  return {
    exchange: exchange => exchangeCode(keys, exchange).catch(asProviderError),
    checkIdToken: async ({ idToken, nonce, ...party }) => {
      // The library checks id_tokens of token answers only.
      const answer = Response.json({ access_token: 'none', token_type: 'bearer', id_token: idToken })
      const { claims } = await checkTokenAnswer(party, answer, { keys, nonce }).catch(asProviderError)
      return claims ?? {}
    },
    check: party => checkClient(keys, party),
    refresh: party => refreshTokens(keys, party).catch(asProviderError),
  }
}
