import { defaultScope } from '@corroborate/wire/idp'
import type { authorizeParams } from '@corroborate/wire/idp.schema'
import type { z } from 'zod'
import { type Authorizing, claimsOfScopes } from '../provider/index.ts'
import { type Endpoint, runAuthorization } from './run.ts'

/** Individually requested claims (OpenID Connect Core, section 5.5), and the scopes that include them. */
type ClaimsAsked = { claims: readonly string[]; claimScopes: readonly string[] }

/** Parses the `claims` parameter. Invalid ones are reported by the provider. Pure. */
export const requestedClaims = (parameter: unknown): ClaimsAsked => {
  const claims = namesIn(parameter)
  const scopes = Object.entries(claimsOfScopes).filter(
    ([scope, known]) => scope !== 'openid' && known.some(claim => claims.includes(claim)),
  )
  return { claims, claimScopes: scopes.map(([scope]) => scope) }
}

const namesIn = (parameter: unknown): string[] => {
  try {
    const { userinfo, id_token } = Object(JSON.parse(String(parameter)))
    return [...new Set([userinfo, id_token].flatMap(asked => Object.keys(Object(asked))))]
  } catch {
    return []
  }
}

type Given = { [Name in keyof typeof authorizeParams]?: z.infer<(typeof authorizeParams)[Name]> | undefined } & {
  client_id: string
}

/** Authorization request as passed on by either client generation. */
export type AuthorizationRequest = ClaimsAsked & {
  clientId: string
  scopes: readonly string[]
  prompts: readonly string[]
  /** Everything but the scopes, as parameters of the authorization endpoint. */
  params: readonly (readonly [string, string])[]
}

/** A challenge that fits no request, for looking at one before its own is known. */
const anyChallenge = 'A'.repeat(43)

/** Splits a space-separated OAuth list. */
const wordsOf = (text: string): string[] => text.split(' ').filter(word => word !== '')

/** Reads the body of a call. Published clients send the challenge alone: its method is always S256 (WIRE.md §7). */
export const readRequest = (
  given: Given & { scope?: string | undefined; scopes?: readonly string[] | undefined },
): AuthorizationRequest => {
  const { scope, scopes, client_id, prompt, resource, code_challenge_method, ...said } = given
  const asked = scopes ?? wordsOf(scope ?? '')
  const isOpaque = said.request_uri !== undefined || said.request !== undefined
  const method = code_challenge_method ?? (said.code_challenge === undefined ? undefined : 'S256')
  const params = Object.entries({ client_id, prompt, code_challenge_method: method, ...said }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]),
  )
  return {
    clientId: client_id,
    scopes: [...new Set(asked.length > 0 || isOpaque ? asked : wordsOf(defaultScope))],
    prompts: wordsOf(prompt ?? ''),
    ...requestedClaims(said.claims),
    params: [...params, ...[resource ?? []].flat().map(value => ['resource', value] as const)],
  }
}

const silent = (name: string, value: string): boolean => name === 'prompt' && value === 'none'

/** Returns the request without `prompt=none`, to determine the required user action. */
export const spoken = (request: AuthorizationRequest): AuthorizationRequest => ({
  ...request,
  prompts: request.prompts.filter(prompt => prompt !== 'none' || request.prompts.length > 1),
  params: request.params.filter(([name, value]) => !silent(name, value)),
})

/** Adds a placeholder PKCE challenge if the real one is unknown: clients up to 5.18 send it with the decision. */
export const withSomeChallenge = (request: AuthorizationRequest): AuthorizationRequest => {
  const has = (wanted: string) => request.params.some(([name]) => name === wanted)
  if (['code_challenge', 'request_uri', 'request'].some(has)) return request
  const missing = {
    code_challenge: anyChallenge,
    ...(!has('code_challenge_method') && { code_challenge_method: 'S256' }),
  }
  const params = [...request.params, ...Object.entries(missing)]
  return { ...request, params }
}

/** Builds the query of the authorization endpoint. `offline_access` was approved on our page, which replaces the prompt. */
export const queryOf = ({ params, prompts }: AuthorizationRequest, scopes: readonly string[]): string => {
  const isSilent = prompts.includes('none')
  const others = params.filter(([name]) => name !== 'prompt')
  const wanted = new Set(prompts)
  if (!isSilent && scopes.includes('offline_access')) wanted.add('consent')
  const query = new URLSearchParams(others.map(([name, value]) => [name, value]))
  if (wanted.size > 0) query.set('prompt', [...wanted].join(' '))
  if (scopes.length > 0) query.set('scope', scopes.join(' '))
  return query.toString()
}

const named = ({ params }: AuthorizationRequest, wanted: string): string =>
  params.find(([name]) => name === wanted)?.[1] ?? ''

/** The parameter that stands for a whole request, pushed or signed; empty when there is none. */
const opaqueOf = (request: AuthorizationRequest): string => named(request, 'request_uri') || named(request, 'request')

/** Returns the parts that identify a request across two calls: users decide only what they were shown. */
export const identityOf = (request: AuthorizationRequest): string[] => {
  const resources = request.params.filter(([name]) => name === 'resource').map(([, value]) => value)
  return [
    request.clientId,
    named(request, 'redirect_uri'),
    named(request, 'response_type'),
    opaqueOf(request),
    [...new Set([...request.scopes, ...request.claimScopes])].toSorted().join(' '),
    resources.toSorted().join(' '),
  ]
}

/** Returns the values that distinguish a request from others of its application with the same content. Empty if there are none. */
export const ownTextsOf = (request: AuthorizationRequest): string[] => {
  const words = [...['state', 'nonce', 'code_challenge'].map(name => named(request, name)), opaqueOf(request)]
  return words.some(word => word !== '') ? words : []
}

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
    ...requestedClaims(params.claims),
    params: [
      ['client_id', request.clientId],
      [name, value],
      ['redirect_uri', String(params.redirect_uri)],
      ...resources.map(resource => ['resource', resource] as const),
    ],
  }
}
