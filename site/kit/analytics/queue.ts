import { siteStorageKeys } from '@corroborate/wire/storage'
import { attempt, keep, pageSettings, readKept } from '../browser/index.ts'
import type { Report } from './events.ts'

/** Reports leave together: this many, or so many ms after the first. */
const most = 15
const waitMs = 800
/** Storage key of this browser's random analytics ID, which reveals nothing else. */
const numberName = 'analytics'

type New<R> = R extends unknown ? Omit<R, 'messageId' | 'timestamp' | 'anonymousId' | 'userId'> : never

let waiting: Report[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let user: string | null = null

/** Queues an event. Sent shortly after, or when the page is left. */
export const add = (report: New<Report>): void => {
  const userId = user ?? attempt(() => localStorage.getItem(siteStorageKeys.userId))
  const about = { messageId: crypto.randomUUID(), timestamp: new Date().toISOString(), anonymousId: browserNumber() }
  waiting.push({ ...report, ...about, ...(userId !== null && { userId }) } as Report)
  if (waiting.length >= most) flush()
  else timer ??= setTimeout(flush, waitMs)
}

export const identifyAs = (userId: string): void => {
  user = userId
}

/** Sends queued events as text, which avoids a CORS preflight and survives leaving the page. */
const flush = (): void => {
  clearTimeout(timer)
  timer = undefined
  const { analytics } = pageSettings()
  if (waiting.length === 0 || analytics === null) return
  const body = JSON.stringify({ batch: waiting, sentAt: new Date().toISOString() })
  waiting = []
  fetch(analytics, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'origin',
    keepalive: true,
  }).catch(() => {
    // A report that is lost is lost: the page has better things to do.
  })
}

let number: string | null = null
/** Kept anew with each visit. It goes at log-out, so that it does not tie the next person to this one. */
const browserNumber = (): string => {
  if (number === null) {
    const kept = readKept(numberName)?.number
    number = typeof kept === 'string' ? kept : crypto.randomUUID()
    keep(numberName, { number })
  }
  return number
}

addEventListener('pagehide', flush)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flush()
})
