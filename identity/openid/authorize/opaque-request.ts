import type { Authorizing } from '../provider/index.ts'
import { claimsAsked } from './claims-asked.ts'
import { type AuthorizationRequest, wordsOf } from './request.ts'
import { type Endpoint, runAuthorization } from './run.ts'

/** Nobody, for whom a request is only verified. */
const nobody: Authorizing = {
  person: null,
  client: null,
  decision: 'read',
  granted: null,
  withheld: [],
  refusedClaims: [],
  asksAgain: false,
  grantId: null,
  isFresh: () => false,
  asked: null,
}

/** Parameters that stand for a whole request: pushed (RFC 9126), or signed (RFC 9101). */
const opaque = ['request_uri', 'request'] as const

/**
 * A request that was pushed or signed with what it asks for, as `oidc-provider` verified it. Any other request, and one that
 * `oidc-provider` will reject, comes back as it is.
 */
export const readOpaque = async (endpoint: Endpoint, request: AuthorizationRequest): Promise<AuthorizationRequest> => {
  const [name, value] = request.params.find(([param]) => opaque.some(one => one === param)) ?? []
  if (name === undefined || value === undefined) return request
  const query = new URLSearchParams({ client_id: request.clientId, [name]: value }).toString()
  const read = await runAuthorization(endpoint, query, { ...nobody })
  if (read.kind !== 'asked') return request
  const { params, resources } = read.asked
  return {
    clientId: request.clientId,
    scopes: wordsOf(String(params.scope ?? '')),
    prompts: wordsOf(String(params.prompt ?? '')),
    ...claimsAsked(params.claims),
    params: [
      ['client_id', request.clientId],
      [name, value],
      ['redirect_uri', String(params.redirect_uri)],
      ...resources.map(resource => ['resource', resource] as const),
    ],
  }
}
