import {
  type AuthorizeName,
  authorizeNames,
  defaultScope,
  type LogoutName,
  logoutMark,
  logoutNames,
} from '@corroborate/wire/idp'

/** An authorization request as the client passes it on. */
export type AuthorizeRequest = { client_id: string; scopes?: string[]; resource?: string[] } & {
  [Name in Exclude<AuthorizeName, 'client_id' | 'resource'>]?: string
}

/** A log-out as the client passes it on. An application need not say which one it is, nor where to go afterwards. */
export type LogoutRequest = { [Name in LogoutName]?: string }

/** An application's request, or its missing or repeated parameter. */
export type Flow =
  | { kind: 'authorize'; request: AuthorizeRequest }
  | { kind: 'logout'; request: LogoutRequest }
  | { kind: 'missing' | 'repeated'; param: string }

/** Only this one may be given more than once (RFC 6749, section 3.1; RFC 8707, section 2). */
const repeatable = 'resource'

/** Parses an application's request from the page's query (SPEC §4, §5). Pure. */
export const readFlow = (search: string): Flow => {
  const query = new URLSearchParams(search)
  const isLogout = query.has('post_logout_redirect_uri') || query.get(logoutMark.name) === logoutMark.value
  const names: readonly string[] = isLogout ? logoutNames : [...authorizeNames, 'scope']
  const repeated = names.find(name => name !== repeatable && query.getAll(name).length > 1)
  if (repeated !== undefined) return { kind: 'repeated', param: repeated }
  // A pushed request (RFC 9126) is named by its address only.
  const required = query.has('request_uri') ? ['client_id'] : ['client_id', 'redirect_uri', 'response_type']
  const missing = isLogout ? undefined : required.find(name => !query.get(name))
  if (missing !== undefined) return { kind: 'missing', param: missing }

  const given = Object.fromEntries(
    names.flatMap(name => {
      const value = query.get(name)
      // A parameter without a value counts as left out (RFC 6749, section 3.1).
      return !value || name === repeatable || name === 'scope' ? [] : [[name, value]]
    }),
  )
  if (isLogout) return { kind: 'logout', request: given }
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
