import { owesSecondFactor, secondFactorClaim } from '@corroborate/wire/second-factor'
import { cookieNames, storageKeys } from '@corroborate/wire/storage'
import type { AuthResult } from '@corroborate/wire/types'
import type { Emitter, Environment, StorageChange } from './environment.ts'
import type { ClientState, CookieOptions, Session, SessionTokens, User } from './types.ts'

export type Cookie = {
  name: string
  value: string
  /** Epoch milliseconds; null lets it end with the browser's session. */
  expires: number | null
  path: string
  domain: string | null
  secure: boolean
}

/** Only a page that is sure to be on this machine may keep tokens in cookies that also travel without TLS. */
export const isLoopback = (hostname: string): boolean => /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname)

/** Formats a cookie for setting (RFC 6265bis §4.1). `Lax`, so that users following a link from a mail arrive signed in. */
const formatCookie = ({ name, value, expires, path, domain, secure }: Cookie): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    `path=${path}`,
    expires === null ? '' : `expires=${new Date(expires).toUTCString()}`,
    domain === null ? '' : `domain=${domain}`,
    'SameSite=Lax',
    secure ? 'Secure' : '',
  ]
    .filter(part => part !== '')
    .join('; ')

/** A cookie's value among all of a page's, or null. The first wins, as it does at a server. */
const readCookie = (cookies: string, name: string): string | null => {
  const found = cookies.split('; ').find(pair => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  const value = found.slice(name.length + 1)
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Owner of the tokens in this page's cookies, by cookie name. */
const owners = new Map<string, string>()

/**
 * Two projects that keep their tokens under one name sign each other's people out. The developer is warned once,
 * when a second project takes a name.
 */
export const claimCookies = (publicToken: string, names: readonly string[], warn: (message: string) => void): void => {
  const taken = names.filter(name => (owners.get(name) ?? publicToken) !== publicToken)
  for (const name of names) owners.set(name, publicToken)
  if (taken.length === 0) return
  warn(`Two projects on this page share cookies (${taken.join(', ')}), and sign each other out: see cookieOptions.`)
}

/** Result of a sign-in or refresh. */
export type SignedIn = Pick<AuthResult, 'user' | 'session' | 'session_token' | 'session_jwt'>

/** The user and the session that this browser holds, both or neither. The session may lack the second factor. */
export type Held = { user: User; session: Session } | { user: null; session: null }

export type SessionStore = {
  state: () => ClientState
  /** Session that this client's requests use: a session that lacks the second factor, too. */
  held: () => Held
  /** True if the state is from an earlier visit and unconfirmed. */
  fromCache: () => boolean
  tokens: () => SessionTokens | null
  /** The secret of a call, or null: no session, or one in a cookie that only the provider can read. */
  token: () => string | null
  /** True if a session or a token of one is stored. It may lack the second factor. */
  hasSession: () => boolean
  /** Returns a string that changes with the user, session or token. Store a response only if the version is unchanged since its request. */
  version: () => string
  signIn: (answer: SignedIn) => void
  setUser: (user: User) => void
  /** Records that the current session lacks the second factor, as reported by the provider without the session. */
  setPending: () => void
  setTokens: (tokens: { session_token: string; session_jwt?: string | null }) => void
  /** Forgets session, user and tokens. */
  clear: () => void
  /** Applies changes by other tabs. Returns true if there were any. */
  catchUp: () => boolean
  /** True if another tab signed out of the current session. */
  isEndedBy: (change: StorageChange) => boolean
}

type Needs = {
  publicToken: string
  environment: Environment
  cookieOptions: CookieOptions | undefined
  emit: Emitter['emit']
}

const nobody: Held = { user: null, session: null }
const signedOut: ClientState = { status: 'signed_out', ...nobody, pending: null }

/** State of the session as pages see it. */
const stateOf = (held: Held): ClientState => {
  if (held.session === null) return signedOut
  return owesSecondFactor(held.session.custom_claims)
    ? { status: 'second_factor_required', ...nobody, pending: held }
    : { status: 'signed_in', ...held, pending: null }
}

/**
 * Local sign-in state: user and session in localStorage, where other tabs see them, tokens in cookies, where servers do. Cookies are read
 * anew each time, since another tab may have just changed them.
 */
export const createSessionStore = ({ publicToken, environment, cookieOptions = {}, emit }: Needs): SessionStore => {
  const key = storageKeys.state(publicToken)
  const cookies = createTokenCookies(environment, cookieOptions)
  if (environment.isBrowser) claimCookies(publicToken, cookies.names, environment.warn)

  let stored = environment.storage.getItem(key)
  let held = parseHeld(stored)
  let state = stateOf(held)
  let fromCache = held.session !== null
  let generation = 0

  const become = (next: Held): void => {
    const isChanged = !same(held, next)
    const before = state
    const now = stateOf(next)
    held = next
    state = now
    fromCache = false
    if (!isChanged) return
    generation++
    // A listener may change the state itself, after which later listeners have already been notified.
    if (!same(before.user, now.user)) emit('user', now.user)
    if (!same(before.session, now.session) && state === now) emit('session', now.session)
    if (state === now) emit('state', now)
  }

  const keep = (next: Held): void => {
    stored = JSON.stringify(next.session === null ? null : next)
    environment.storage.setItem(key, stored)
    become(next)
  }

  return {
    state: () => state,
    held: () => held,
    fromCache: () => fromCache,
    tokens: cookies.read,
    token: () => cookies.read()?.session_token ?? null,
    hasSession: () => held.session !== null || cookies.read() !== null,
    version: () => `${generation} ${cookies.read()?.session_token ?? ''}`,
    signIn: ({ user, session, session_token, session_jwt }) => {
      // Empty tokens are in cookies that no script can read; ours would contradict them.
      if (session_token && session_jwt) cookies.write({ session_token, session_jwt }, Date.parse(session.expires_at))
      else cookies.remove()
      keep({ user, session })
    },
    setUser: user => {
      if (held.session !== null) keep({ session: held.session, user })
    },
    setPending: () => {
      if (held.session === null) return
      const custom_claims = { ...held.session.custom_claims, [secondFactorClaim]: 'owed' }
      keep({ user: held.user, session: { ...held.session, custom_claims } })
    },
    setTokens: ({ session_token, session_jwt }) =>
      cookies.write({ session_token, session_jwt: session_jwt ?? '' }, null),
    clear: () => {
      // Before the storage: another tab that hears of it must not find them any more.
      cookies.remove()
      keep(nobody)
    },
    catchUp: () => {
      const found = environment.storage.getItem(key)
      if (found === stored) return false
      stored = found
      cookies.forget()
      become(parseHeld(found))
      return true
    },
    isEndedBy: change =>
      change.key === key &&
      held.session !== null &&
      !parseHeld(change.newValue).session &&
      parseHeld(change.oldValue).session?.session_id === held.session.session_id,
  }
}

/** Compares values without their last access time. */
const same = (one: object | null, other: object | null): boolean => comparable(one) === comparable(other)
const comparable = (value: object | null): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'last_accessed_at' ? undefined : part))

const parseHeld = (stored: string | null | undefined): Held => {
  try {
    const { user, session } = JSON.parse(stored ?? 'null') as Partial<Held>
    return user && session ? { user, session } : nobody
  } catch {
    return nobody
  }
}

type TokenCookies = {
  names: readonly string[]
  read: () => SessionTokens | null
  /** Epoch milliseconds until which they last; null or not a number lets them end with the browser's session. */
  write: (tokens: SessionTokens, expires: number | null) => void
  remove: () => void
  /** Deletes tokens held in memory because the browser rejected cookies. */
  forget: () => void
}

const createTokenCookies = (
  { hostname, readCookies, writeCookie }: Environment,
  { opaqueTokenCookieName, jwtCookieName, path = '/', domain, availableToSubdomains = false }: CookieOptions,
): TokenCookies => {
  const names = {
    token: opaqueTokenCookieName ?? cookieNames.sessionToken,
    jwt: jwtCookieName ?? cookieNames.sessionJwt,
  }
  const place = {
    path,
    // Browsers take no domain for a host without dots.
    domain: availableToSubdomains ? (domain ?? (isLoopback(hostname) ? null : hostname)) : null,
    secure: !isLoopback(hostname),
  }
  const set = (name: string, value: string, expires: number | null) =>
    writeCookie(formatCookie({ ...place, name, value, expires }))
  const read = (name: string) => readCookie(readCookies(), name)

  // A page may refuse cookies, or one may be too big: its own visitor stays signed in until it is closed.
  let refused: SessionTokens | null = null
  return {
    names: Object.values(names),
    read: () => {
      const session_token = read(names.token)
      if (!session_token) return refused
      return { session_token, session_jwt: read(names.jwt) ?? '' }
    },
    write: (tokens, until) => {
      const expires = until === null || Number.isNaN(until) ? null : until
      set(names.token, tokens.session_token, expires)
      if (tokens.session_jwt) set(names.jwt, tokens.session_jwt, expires)
      else set(names.jwt, '', 0)
      set(cookieNames.intermediateSessionToken, '', 0)
      refused = read(names.token) === tokens.session_token ? null : tokens
    },
    remove: () => {
      set(names.token, '', 0)
      set(names.jwt, '', 0)
      refused = null
    },
    forget: () => {
      refused = null
    },
  }
}
