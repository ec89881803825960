import { keep, pageReader, readKept } from '../../../kit/browser/index.ts'

/** Lifetime of a magic link plus a margin, in ms. Data for a return by magic link is kept as long (SPEC §9). */
export const mailedLinkLasts = 35 * 60_000

/** The action a reader requested before being asked to log in, with its paper or address; `how` selects a variant. */
export type Wish = { kind: PendingActionKind; about: string; how?: string }

export type PendingActionKind = 'watch' | 'unwatch' | 'vote' | 'report' | 'claim' | 'note' | 'decision' | 'form'

/** A new nonce of a login that starts on this page. Not `randomUUID`, which plain http pages lack. */
export const newLogin = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Keeps what the reader wants until the login that starts now is completed: one wish, the last. It outlives the page, since a
 * mailed link opens another tab.
 * @returns the nonce of that login
 */
export const storePendingAction = (wish: Wish): string => {
  const login = newLogin()
  keep('wish', { ...wish, login })
  return login
}

/** Drops the wish that a login was started for: its reader gave up. */
export const dropPendingAction = (login: string): void => {
  if (readKept('wish')?.login === login) keep('wish', null)
}

/** Records that a login has been completed, and as which account: its wish may be performed, and no other. */
export const noteLoginCompleted = (login: string | null, account: string): void => {
  if (login !== null) keep('login', { login, account })
}

/**
 * Returns and deletes the reader's pending action on this item. Null if there is none, or its login was not completed or was completed as
 * another account.
 */
export const takePendingAction = (kind: PendingActionKind, about: string): { how: string } | null => {
  const kept = readKept('wish')
  if (kept === null || kept.kind !== kind || kept.about !== about) return null
  keep('wish', null)
  const completed = readKept('login')
  const isOfLogin = typeof kept.login === 'string' && completed?.login === kept.login
  if (!isOfLogin || completed.account !== pageReader() || Date.now() - kept.at > mailedLinkLasts) return null
  return { how: typeof kept.how === 'string' ? kept.how : '' }
}
