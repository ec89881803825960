import { linkIdText } from '@corroborate/wire/landing'
import { attempt } from '../../../kit/browser/index.ts'
import { mailedLinkLasts } from '../../wishes/browser/index.ts'

/** Local storage key of the magic links requested in this browser, newest first. */
const key = 'login_links_asked'
/** Any of several requested mails may be opened. */
const mostLinks = 5

/** `login`: the nonce of the login that the mail was asked for. */
type AskedLink = { id: string; login: string | null; at: number }

/** Writes down that a mail was asked for here, by the id of its link, and for which login. */
export const noteLinkAsked = (id: string, login: string | null): void => {
  keep([{ id, login, at: Date.now() }, ...askedLinks()].slice(0, mostLinks))
}

/**
 * The login for which this browser asked for the link of a token; null for every other link: somebody else's, opened while its reader
 * waits for a mail, is none. Asking uses the note up. Null where nothing can be kept or computed (plain http): then the
 * reader presses the button.
 */
export const takeLinkAsked = async (token: string): Promise<{ login: string | null } | null> => {
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
