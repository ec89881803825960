import { cookieNames, siteStorageKeys, storageKeys } from '@corroborate/wire/storage'
import { attempt, pageSettings } from '../../../kit/browser/index.ts'

/** Posts a new session to the site, which sets its own cookie. Not a URL, so that only our own pages can do this, and no link. */
export const handOver = async (token: string): Promise<void> => {
  try {
    await fetch('/authenticate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ session_token: token }),
    })
  } catch {
    // The token is stored. The next page checks it with the site.
  }
}

/** The session token this browser has stored, or null. */
export const storedToken = (): string | null => attempt(() => localStorage.getItem(siteStorageKeys.sessionToken))

export const storeSession = ({ token, userId }: { token: string; userId: string }): void => {
  attempt(() => {
    localStorage.setItem(siteStorageKeys.sessionToken, token)
    localStorage.setItem(siteStorageKeys.userId, userId)
  })
}

/** Deletes the site's session token. The widget's own state stays. */
export const deleteSessionToken = (): void => {
  attempt(() => {
    localStorage.removeItem(siteStorageKeys.sessionToken)
    localStorage.removeItem(siteStorageKeys.userId)
  })
}

/** Forgets everything this browser has stored of a session, the way back and the headless client's part too. */
export const deleteStoredSession = (): void => {
  attempt(() => {
    for (const key of Object.values(siteStorageKeys)) localStorage.removeItem(key)
    sessionStorage.removeItem(siteStorageKeys.redirectUrl)
    localStorage.removeItem(storageKeys.state(pageSettings().publicToken))
  })
  for (const name of Object.values(cookieNames)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and absent from http pages.
    document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}

/**
 * Session storage, because a sign-in in another tab may be pending at the same time; and local storage, for magic links that open a new
 * tab.
 */
const returns = (): Storage[] => [() => sessionStorage, () => localStorage].flatMap(find => attempt(find) ?? [])

/** Stores the return path after sign-in, on this site. */
export const storeReturn = (address: string): void => {
  for (const place of returns()) attempt(() => place.setItem(siteStorageKeys.redirectUrl, address))
}

export const storedReturn = (): string | null =>
  returns().reduce<string | null>((found, place) => found ?? place.getItem(siteStorageKeys.redirectUrl), null)

/** Reads it and removes it. */
export const takeReturn = (): string | null => {
  const address = storedReturn()
  for (const place of returns()) attempt(() => place.removeItem(siteStorageKeys.redirectUrl))
  return address
}

/** Key in local storage: whether this reader prefers codes to links. */
const wayKey = 'login_way'
export type MailWay = 'link' | 'code'
export const storedWay = (): MailWay => (attempt(() => localStorage.getItem(wayKey)) === 'code' ? 'code' : 'link')
export const storeWay = (way: MailWay): void => void attempt(() => localStorage.setItem(wayKey, way))
