import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { reservedAmong } from './provider-client/index.ts'

/** Parameters with which a page starts a sign-in at a provider. */
export type StartRequest = {
  provider: OAuthProvider
  publicToken: string
  codeChallenge: string | null
  customScopes: string[]
  parameters: Record<string, string>
  loginUrl: string | undefined
  signupUrl: string | undefined
  attachToken: string | null
}

export type ReadStart = { kind: 'read'; request: StartRequest } | { kind: 'refused'; message: string }

const known = [
  'public_token',
  'code_challenge',
  'custom_scopes',
  'login_redirect_url',
  'signup_redirect_url',
  'oauth_attach_token',
] as const

const prefix = 'provider_'
/** RFC 6749 §3.3. */
const scope = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/
const most = { scopes: 50, parameters: 20, parameter: 1_000 }

/** Reads the URL at which a sign-in begins. Parameters that are not in the contract are ignored. Pure. */
export const readStart = (name: string, query: URLSearchParams): ReadStart => {
  const provider = oauthProviders.find(each => each === name)
  if (provider === undefined) return refused(`There is no provider "${name.slice(0, 40)}".`)
  const names = [...new Set(query.keys())].filter(
    each => (known as readonly string[]).includes(each) || each.startsWith(prefix),
  )
  const doubled = names.find(each => query.getAll(each).length > 1)
  if (doubled !== undefined) return refused(`${doubled.slice(0, 60)} is given twice.`)

  const parameters = names.filter(each => each.startsWith(prefix)).map(each => each.slice(prefix.length))
  const reserved = reservedAmong(parameters)
  if (reserved !== null) return refused(`Pages cannot set ${prefix}${reserved}.`)
  const values = Object.fromEntries(parameters.map(each => [each, query.get(prefix + each) ?? '']))
  const isOdd = ([key, value]: [string, string]) =>
    !/^[\w.-]{1,64}$/.test(key) || value.length > most.parameter || /\p{Cc}/u.test(value) || !value.isWellFormed()
  const odd = Object.entries(values).find(isOdd)
  if (odd !== undefined) return refused(`${prefix}${odd[0].slice(0, 60)} cannot be passed on.`)
  if (parameters.length > most.parameters) return refused(`There are more than ${most.parameters} parameters.`)

  const customScopes = (query.get('custom_scopes') ?? '').split(' ').filter(Boolean)
  if (customScopes.length > most.scopes || !customScopes.every(each => scope.test(each))) {
    return refused('custom_scopes must be a list of scopes with spaces between them.')
  }
  return {
    kind: 'read',
    request: {
      provider,
      publicToken: query.get('public_token') ?? '',
      codeChallenge: query.get('code_challenge'),
      customScopes,
      parameters: values,
      loginUrl: query.get('login_redirect_url') ?? undefined,
      signupUrl: query.get('signup_redirect_url') ?? undefined,
      attachToken: query.get('oauth_attach_token'),
    },
  }
}

const refused = (message: string): ReadStart => ({ kind: 'refused', message })
