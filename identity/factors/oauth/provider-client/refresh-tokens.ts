import * as oauth from 'oauth4webapi'
import { endpointsOf } from '../providers/index.ts'
import { authenticateClient } from './authenticate-client.ts'
import { checkTokenAnswer } from './check-token-answer.ts'
import { serverOf } from './id-token.ts'
import { clientOf, type Keys, requestOptionsOf } from './library-options.ts'
import type { Party, ProviderValues } from './provider-client.ts'
import { renewedValues, scopesGranted, valuesOf } from './token-values.ts'

/** Refreshes the tokens. @throws ProviderError and network errors */
export const refreshTokens = async (keys: Keys, party: Party & { values: ProviderValues }): Promise<ProviderValues> => {
  const { provider, connection, values, now } = party
  const answer = await oauth.refreshTokenGrantRequest(
    serverOf(provider, endpointsOf(provider, connection), null),
    clientOf(connection, now),
    authenticateClient(party),
    values.refresh_token,
    requestOptionsOf(connection),
  )
  const { tokens } = await checkTokenAnswer(party, answer, { keys, nonce: null, isRefresh: true })
  return renewedValues(values, valuesOf(tokens, scopesGranted(tokens.scope, values.scopes), now))
}
