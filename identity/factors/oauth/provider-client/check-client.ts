import { exchangeCode } from './exchange-code.ts'
import type { Keys } from './library-options.ts'
import type { Party } from './provider-client.ts'
import { type ClientVerdict, clientVerdictOf } from './refusals.ts'

/** Checks if a provider knows our client with a token request for an invalid code. The provider rejects either the client or the code. */
export const checkClient = async (keys: Keys, party: Party & { redirectUri: string }): Promise<ClientVerdict> => {
  const parameters = new URLSearchParams({ code: 'none', state: 'check' })
  const nothing = { nonce: '', codeVerifier: 'x'.repeat(43), scopes: [], posted: null }
  try {
    await exchangeCode(keys, { ...nothing, ...party, parameters, state: 'check' })
    return 'unknown'
  } catch (error) {
    return clientVerdictOf(error)
  }
}
