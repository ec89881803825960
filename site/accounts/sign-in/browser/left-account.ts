import { attempt } from '../../../kit/browser/index.ts'
import { storeReturn } from './stored-session.ts'

/** Session storage key: this tab left the account or consent page for a provider, and the return is not a login. */
const key = 'left_account'

/** Links an account, or re-authenticates with a linked one. */
export type Errand = 'link' | 'prove'

/** When the widget leaves for a provider, stores the reason and the return page, which determine the copy on return. */
export const noteLeaving = ({ type, data }: { type: string; data: unknown }): void => {
  if (type !== 'OAUTH_LINK_START') return
  const { purpose } = data as { purpose: Errand }
  attempt(() => sessionStorage.setItem(key, purpose))
  storeReturn(location.href)
}

/** Reads and removes the reason; null for a login. */
export const takeErrand = (): Errand | null =>
  attempt(() => {
    const errand = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return errand === 'link' || errand === 'prove' ? errand : null
  })

/** Strings for each reason. */
export const errandWords = {
  link: { doing: 'Linking your account', button: 'Linking…', failed: 'Account not linked' },
  prove: { doing: 'Confirming your identity', button: 'Confirming…', failed: 'Identity not confirmed' },
} as const satisfies Record<Errand, object>
