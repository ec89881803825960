import { cookieNames } from '@corroborate/wire/storage'
import { readSessionNews, type SessionNews, sessionNewsName } from '../session-news.ts'

/**
 * True if the widget has a session in this browser. If the site has none, it may lack the second factor because the user left in between.
 */
export const hasFormSession = (): boolean => document.cookie.includes(`${cookieNames.sessionToken}=`)

const name = (): string => sessionNewsName(location.protocol === 'https:')

/** True if there is server-rendered session news. */
export const hasNews = (): boolean => document.cookie.includes(`${name()}=`)

/** Reads and removes the server-rendered session news. Returns null if missing or duplicated. */
export const takeNews = (): SessionNews | null => {
  const prefix = `${name()}=`
  const found = document.cookie.split('; ').filter(pair => pair.startsWith(prefix))
  if (found.length === 0) return null
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and absent from http pages.
  document.cookie = `${prefix}; Path=/; Max-Age=0; SameSite=Strict${secure}`
  if (found.length !== 1) return null
  try {
    return readSessionNews(decodeURIComponent(found[0]?.slice(prefix.length) ?? ''))
  } catch {
    return null
  }
}
