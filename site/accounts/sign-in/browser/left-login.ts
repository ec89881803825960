import { attempt } from '../../../kit/browser/index.ts'

/** Key in the storage of this tab, to which a provider leads back: the nonce of the login it was left for. */
const key = 'left_login'

/** Remembers which login leaves this tab for a provider. */
export const noteLeftLogin = (login: string | null): void =>
  void attempt(() => (login === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, login)))

/** The login that left this tab for a provider, once; null for none. */
export const takeLeftLogin = (): string | null =>
  attempt(() => {
    const login = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return login
  })
