import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'

/** Purpose of a visit to a provider: linking an account, or step-up authentication with a linked one. */
export type Purpose = 'link' | 'prove'
export type LeftFor = { provider: OAuthProvider; purpose: Purpose }

/** Key in the storage of this tab. */
const key = 'sign-in-left-for'

/** Records that this tab leaves for a provider, so that the return URL's parameters are accepted. */
export const noteLeaving = ({ provider, purpose }: LeftFor): void => {
  try {
    sessionStorage.setItem(key, `${purpose} ${provider}`)
  } catch {
    // Storage is disabled. The form on this page then handles the return.
  }
}

/** Returns and clears the recorded purpose; null if there is none. */
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
