import { linkIdText } from '@corroborate/wire/landing'
import { attempt } from '../../../kit/browser/index.ts'
import { mailedLinkLasts } from '../../pending-actions/browser/wish.ts'
import { emailOf, publicName } from '../user-facts.ts'

/** Local storage key of the magic links requested in this browser, newest first. */
const key = 'login_links_asked'
/** Any of several requested mails may be opened. */
const mostLinks = 5

/** `login`: the nonce of the login that the mail was asked for. */
type AskedLink = { id: string; login: string | null; at: number }

/** Writes down that a mail was asked for here, by the id of its link, and for which login. */
export const recordRequestedLink = (id: string, login: string | null): void => {
  keep([{ id, login, at: Date.now() }, ...askedLinks()].slice(0, mostLinks))
}

/**
 * The login for which this browser asked for the link of a token; null for every other link: somebody else's, opened while its reader
 * waits for a mail, is none. Asking uses the note up. Null where nothing can be kept or computed (plain http): then the
 * reader presses the button.
 */
export const takeRequestedLink = async (token: string): Promise<{ login: string | null } | null> => {
  const asked = askedLinks()
  if (asked.length === 0 || globalThis.crypto.subtle === undefined) return null
  const id = await idOf(token)
  const found = asked.find(link => link.id === id)
  if (found === undefined) return null
  keep(asked.filter(link => link !== found))
  return { login: typeof found.login === 'string' ? found.login : null }
}

const idOf = async (token: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(linkIdText(token)))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const askedLinks = (): AskedLink[] => {
  const found: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? '[]'))
  return (Array.isArray(found) ? found : []).filter(isFresh)
}

const isFresh = (link: unknown): link is AskedLink => {
  if (typeof link !== 'object' || link === null) return false
  const { id, at } = link as Partial<AskedLink>
  return typeof id === 'string' && typeof at === 'number' && Date.now() - at < mailedLinkLasts
}

const keep = (links: readonly AskedLink[]): void => void attempt(() => localStorage.setItem(key, JSON.stringify(links)))

/** Key in the storage of this tab, to which a provider leads back: the nonce of the login it was left for. */
const leftLoginKey = 'left_login'

/** Remembers which login leaves this tab for a provider. */
export const noteLeftLogin = (login: string | null): void =>
  void attempt(() =>
    login === null ? sessionStorage.removeItem(leftLoginKey) : sessionStorage.setItem(leftLoginKey, login),
  )

/** The login that left this tab for a provider, once; null for none. */
export const takeLeftLogin = (): string | null =>
  attempt(() => {
    const login = sessionStorage.getItem(leftLoginKey)
    sessionStorage.removeItem(leftLoginKey)
    return login
  })

/** Result of a login at the provider. */
export type LoginResult = {
  token: string
  userId: string
  isSignup: boolean
  /** Name, or the email address if there is none (SPEC §4). */
  name: string
  email: string | null
}

type Answer = {
  status_code: number
  session_token: string
  user_id: string
  user: Parameters<typeof emailOf>[0] & Parameters<typeof publicName>[0] & { created_at: string; updated_at: string }
}

/** Widget events that mean a sign-in, with the reported method. */
const methods: ReadonlyMap<string, string> = new Map([
  ['PASSWORD_AUTHENTICATE', 'password'],
  ['PASSWORD_CREATE', 'password'],
  ['PASSWORD_RESET_BY_EMAIL', 'password'],
  ['OTP_AUTHENTICATE', 'otp'],
  ['PASSKEY_AUTHENTICATE', 'passkey'],
  ['CRYPTO_WALLET_AUTHENTICATE', 'crypto_wallet'],
  // Return to prove only the second factor.
  ['SECOND_FACTOR_AUTHENTICATE', 'second_factor'],
])

/** Returns the login method and result of an event that completes a login (SPEC §4, "Login"); else null. */
export const loginIn = (event: { type: string; data: unknown }): { method: string; result: LoginResult } | null => {
  const method = methods.get(event.type)
  const result = resultOf(event.data)
  return method === undefined || result === null ? null : { method, result }
}

/** The answer of the provider to a login, read; null when it is none. */
export const resultOf = (data: unknown): LoginResult | null => {
  if (typeof data !== 'object' || data === null) return null
  const { status_code, session_token, user_id, user } = data as Partial<Answer>
  if (status_code !== 200 || !session_token || !user_id || user === undefined) return null
  const email = emailOf(user)
  return {
    token: session_token,
    userId: user_id,
    isSignup: user.created_at === user.updated_at,
    name: publicName(user) || (email ?? ''),
    email,
  }
}
