import { linkIdText } from '@corroborate/wire/landing'
import { attempt } from '../../../kit/browser/index.ts'
import { mailedLinkLasts } from '../../wishes/browser/index.ts'

/** Key in local storage: the mailed links that this browser asked for, the newest first. */
const key = 'login_links_asked'
/** Somebody who has a mail sent again may open any of them. */
const mostLinks = 5

type AskedLink = { id: string; at: number }

/** Writes down that a mail was asked for here, by the id of its link. */
export const noteLinkAsked = (id: string): void => {
  keep([{ id, at: Date.now() }, ...askedLinks()].slice(0, mostLinks))
}

/**
 * Whether a token is that of a link this browser asked for, and no other: somebody else's link, opened while its reader
 * waits for a mail, is none. Asking uses the note up. False where nothing can be kept or computed (plain http): then the
 * reader presses the button.
 */
export const takeLinkAsked = async (token: string): Promise<boolean> => {
  const asked = askedLinks()
  if (asked.length === 0 || globalThis.crypto.subtle === undefined) return false
  const id = await idOf(token)
  if (!asked.some(link => link.id === id)) return false
  keep(asked.filter(link => link.id !== id))
  return true
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
