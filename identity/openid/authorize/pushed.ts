import type { Authorizing } from '../provider/index.ts'
import { claimsAsked } from './claims-asked.ts'
import { type AuthorizationRequest, wordsOf } from './request.ts'
import { type Endpoint, runAuthorization } from './run.ts'

/** Nobody, who allows nothing: what the provider asks of them shows what it understood. */
const nobody: Authorizing = {
  person: null,
  client: null,
  decision: 'look',
  granted: null,
  withheld: [],
  refusedClaims: [],
  asksAgain: false,
  grantId: null,
  isFresh: () => false,
  asked: null,
}

/**
 * A request that was sent ahead (RFC 9126) with what it says: its address alone names nothing that a person could be shown.
 * Any other request, and one that the provider will refuse, comes back as it is.
 */
export const unpushed = async (endpoint: Endpoint, request: AuthorizationRequest): Promise<AuthorizationRequest> => {
  const named = (wanted: string) => request.params.find(([name]) => name === wanted)?.[1]
  const requestUri = named('request_uri')
  if (requestUri === undefined) return request
  const query = new URLSearchParams({ client_id: request.clientId, request_uri: requestUri }).toString()
  const looked = await runAuthorization(endpoint, query, { ...nobody })
  if (looked.kind !== 'asked') return request
  const { params, resources } = looked.asked
  return {
    clientId: request.clientId,
    scopes: wordsOf(String(params.scope ?? '')),
    prompts: wordsOf(String(params.prompt ?? '')),
    ...claimsAsked(params.claims),
    params: [
      ['client_id', request.clientId],
      ['request_uri', requestUri],
      ['redirect_uri', String(params.redirect_uri)],
      ...resources.map(resource => ['resource', resource] as const),
    ],
  }
}
