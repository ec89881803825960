import { readLanding, withoutLanding } from '@corroborate/wire/landing'
import { useEffect } from 'react'

/** Removes the token from the address bar after reading it, to keep it out of bookmarks, history and copied URLs. */
export const useForgottenLanding = (token: string): void =>
  useEffect(() => {
    if (token === '' || readLanding(new URLSearchParams(location.search))?.token !== token) return
    history.replaceState(history.state, '', withoutLanding(location.href))
  }, [token])
