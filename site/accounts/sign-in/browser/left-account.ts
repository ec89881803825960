import { attempt } from '../../../kit/browser/index.ts'
import { storeReturn } from './stored-session.ts'

/** Key in the storage of this tab: the account page, or that of another application's question, was left for a provider, and nobody logs in when it comes back. */
const key = 'left_account'

/** To link an account there, or to confirm who one is by an account that is linked. */
export type Errand = 'link' | 'prove'

/** Where the widget leaves for a provider, remembers why, and the page to come back to: what the tab comes back with is then told in other words. */
export const noteLeaving = ({ type, data }: { type: string; data: unknown }): void => {
  if (type !== 'OAUTH_LINK_START') return
  const { purpose } = data as { purpose: Errand }
  attempt(() => sessionStorage.setItem(key, purpose))
  storeReturn(location.href)
}

/** Why it did, once; null where somebody logs in. */
export const takeErrand = (): Errand | null =>
  attempt(() => {
    const errand = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return errand === 'link' || errand === 'prove' ? errand : null
  })

/** What is said of each. */
export const errandWords = {
  link: { doing: 'Linking your account', button: 'Linking…', failed: 'Account not linked' },
  prove: { doing: 'Confirming your identity', button: 'Confirming…', failed: 'Identity not confirmed' },
} as const satisfies Record<Errand, object>
