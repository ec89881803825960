import { readLanding, withoutLanding } from '@corroborate/wire/landing'
import { useEffect } from 'react'

/** Takes the token out of the address bar as soon as it was read, so that it is in no bookmark, history or copied address. */
export const useForgottenLanding = (token: string): void =>
  useEffect(() => {
    if (token === '' || readLanding(new URLSearchParams(location.search))?.token !== token) return
    history.replaceState(history.state, '', withoutLanding(location.href))
  }, [token])
