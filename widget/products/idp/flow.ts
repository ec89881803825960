import { type AuthorizeName, authorizeNames, defaultScope } from '@corroborate/wire/idp'

/** An authorization request as the client passes it on. */
export type AuthorizeRequest = { client_id: string; scopes?: string[]; resource?: string[] } & {
  [Name in Exclude<AuthorizeName, 'client_id' | 'resource'>]?: string
}

export type LogoutRequest = {
  client_id: string
  post_logout_redirect_uri: string
  id_token_hint?: string
  state?: string
}

/** What an application sent somebody here for; or which of its parameters is missing, or was given more than once. */
export type Flow =
  | { kind: 'authorize'; request: AuthorizeRequest }
  | { kind: 'logout'; request: LogoutRequest }
  | { kind: 'missing' | 'repeated'; param: string }

const logoutNames = ['client_id', 'post_logout_redirect_uri', 'id_token_hint', 'state'] as const

/** Only this one may be given more than once (RFC 6749, section 3.1; RFC 8707, section 2). */
const repeatable = 'resource'

/** Reads what an application asks for in the query of a page (SPEC §4, §5). Pure. */
export const readFlow = (search: string): Flow => {
  const query = new URLSearchParams(search)
  const isLogout = query.has('post_logout_redirect_uri')
  const names: readonly string[] = isLogout ? logoutNames : [...authorizeNames, 'scope']
  const repeated = names.find(name => name !== repeatable && query.getAll(name).length > 1)
  if (repeated !== undefined) return { kind: 'repeated', param: repeated }
  // What was pushed ahead (RFC 9126) is known by its address alone.
  const required = isLogout || query.has('request_uri') ? ['client_id'] : ['client_id', 'redirect_uri', 'response_type']
  const missing = required.find(name => !query.get(name))
  if (missing !== undefined) return { kind: 'missing', param: missing }

  const given = Object.fromEntries(
    names.flatMap(name => {
      const value = query.get(name)
      return value === null || name === repeatable || name === 'scope' ? [] : [[name, value]]
    }),
  )
  if (isLogout) return { kind: 'logout', request: given as LogoutRequest }
  const scopes = wordsOf(query.get('scope'))
  const resource = query.getAll(repeatable)
  const request = {
    ...given,
    ...(scopes.length > 0 ? { scopes } : !query.has('request_uri') && { scopes: wordsOf(defaultScope) }),
    ...(resource.length > 0 && { resource }),
  } as AuthorizeRequest
  return { kind: 'authorize', request }
}

const wordsOf = (text: string | null): string[] => (text ?? '').split(' ').filter(word => word !== '')

/** Whether the application wants nobody to be asked: it is told what it would take instead. */
export const isSilent = ({ prompt }: AuthorizeRequest): boolean => wordsOf(prompt ?? null).includes('none')
