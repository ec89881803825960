import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'

/** Why somebody left the page: to link an account, or to prove who they are by an account that is linked. */
export type Purpose = 'link' | 'prove'
export type LeftFor = { provider: OAuthProvider; purpose: Purpose }

/** Key in the storage of this tab. */
const key = 'sign-in-left-for'

/** Remembers that this very tab leaves for a provider: what comes back in its address is then looked at. */
export const noteLeaving = ({ provider, purpose }: LeftFor): void => {
  try {
    sessionStorage.setItem(key, `${purpose} ${provider}`)
  } catch {
    // The reader forbids it. Then the form on this page takes what comes back.
  }
}

/** What it was left for, once; null when it was not. */
export const takeLeaving = (): LeftFor | null => {
  try {
    const [purpose, name] = sessionStorage.getItem(key)?.split(' ') ?? []
    sessionStorage.removeItem(key)
    const provider = oauthProviders.find(each => each === name)
    return provider !== undefined && (purpose === 'link' || purpose === 'prove') ? { provider, purpose } : null
  } catch {
    return null
  }
}
