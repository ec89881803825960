import { defaultScope } from '@corroborate/wire/idp'
import type { authorizeParams } from '@corroborate/wire/idp.schema'
import type { z } from 'zod'

type Given = { [Name in keyof typeof authorizeParams]?: z.infer<(typeof authorizeParams)[Name]> | undefined } & {
  client_id: string
}

/** What an application asks for, as either generation of clients passes it on. */
export type AuthorizationRequest = {
  clientId: string
  scopes: readonly string[]
  prompts: readonly string[]
  /** Seconds; null when it does not matter. */
  maxAge: number | null
  /** Everything but the scopes, as parameters of the authorization endpoint. */
  params: readonly (readonly [string, string])[]
}

/** A challenge that fits no request, for looking at one before its own is known. */
const anyChallenge = 'A'.repeat(43)

const wordsOf = (text: string | undefined): string[] => (text ?? '').split(' ').filter(word => word !== '')

/** Reads the body of a call. Published clients send the challenge alone: its method is always S256 (WIRE.md §7). */
export const readRequest = (
  given: Given & { scope?: string | undefined; scopes?: readonly string[] | undefined },
): AuthorizationRequest => {
  const { scope, scopes, client_id, prompt, resource, code_challenge_method, ...rest } = given
  const asked = scopes ?? wordsOf(scope)
  const isPushed = rest.request_uri !== undefined
  const method = code_challenge_method ?? (rest.code_challenge === undefined ? undefined : 'S256')
  const params = Object.entries({ client_id, prompt, code_challenge_method: method, ...rest }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]),
  )
  return {
    clientId: client_id,
    scopes: [...new Set(asked.length > 0 || isPushed ? asked : wordsOf(defaultScope))],
    prompts: wordsOf(prompt),
    maxAge: rest.max_age === undefined ? null : Number(rest.max_age),
    params: [...params, ...[resource ?? []].flat().map(value => ['resource', value] as const)],
  }
}

const silent = (name: string, value: string): boolean => name === 'prompt' && value === 'none'

/** The same without `prompt=none`, for a look at what a person would be needed for. */
export const spoken = (request: AuthorizationRequest): AuthorizationRequest => ({
  ...request,
  prompts: request.prompts.filter(prompt => prompt !== 'none' || request.prompts.length > 1),
  params: request.params.filter(([name, value]) => !silent(name, value)),
})

/** The same with some proof key, for requests whose own is not known yet: clients up to 5.18 send it with the answer. */
export const withSomeChallenge = (request: AuthorizationRequest): AuthorizationRequest => {
  const has = (wanted: string) => request.params.some(([name]) => name === wanted)
  if (has('code_challenge') || has('request_uri')) return request
  const missing = {
    code_challenge: anyChallenge,
    ...(!has('code_challenge_method') && { code_challenge_method: 'S256' }),
  }
  const params = [...request.params, ...Object.entries(missing)]
  return { ...request, params }
}

/** The query of the authorization endpoint. Whoever may stay signed in has said so on our page, which stands for the prompt. */
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

/** What two calls about one request have in common: what the person was shown, they answer. */
export const identityOf = ({ clientId, params, scopes }: AuthorizationRequest): string[] => {
  const named = (wanted: string) => params.find(([name]) => name === wanted)?.[1] ?? ''
  const resources = params.filter(([name]) => name === 'resource').map(([, value]) => value)
  return [
    clientId,
    named('redirect_uri'),
    named('response_type'),
    named('request_uri'),
    scopes.toSorted().join(' '),
    resources.toSorted().join(' '),
  ]
}
