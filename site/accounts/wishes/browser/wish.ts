import { keep, readKept } from '../../../kit/browser/index.ts'

/** How long a mailed link lives, and a little, in ms: as long is kept what waits for a reader to come back by one (SPEC §9). */
export const mailedLinkLasts = 35 * 60_000

/** What a reader wanted when they were asked to log in: of which paper, or at which address; `how`, where there are several ways. */
export type Wish = { kind: WishKind; about: string; how?: string }

export type WishKind = 'watch' | 'unwatch' | 'vote' | 'report' | 'claim' | 'note' | 'decision' | 'form'

/** Keeps what the reader wants until they are logged in: one wish, the last. It outlives the page, since a mailed link opens another tab. */
export const keepWish = (wish: Wish): void => keep('wish', wish)

/** Drops a wish: its reader did not log in for it, or somebody logs in for something else. */
export const dropWish = (): void => keep('wish', null)

/** What the reader wanted of this a moment ago; null for nothing. Asking uses the wish up. It is of its own account, or of a visitor. */
export const takeWish = (kind: WishKind, about: string): { how: string } | null => {
  const kept = readKept('wish')
  if (kept === null || kept.kind !== kind || kept.about !== about) return null
  keep('wish', null)
  if (Date.now() - kept.at > mailedLinkLasts) return null
  return { how: typeof kept.how === 'string' ? kept.how : '' }
}
