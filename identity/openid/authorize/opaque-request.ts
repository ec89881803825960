import type { Authorizing } from '../provider/index.ts'
import { claimsAsked } from './claims-asked.ts'
import { type AuthorizationRequest, wordsOf } from './request.ts'
import { type Endpoint, runAuthorization } from './run.ts'

/** Anonymous context for verifying a request. */
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
 * Resolves a pushed or signed request to its verified parameters with `oidc-provider`. All other requests, and those that `oidc-provider`
 * will reject, are returned unchanged.
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
