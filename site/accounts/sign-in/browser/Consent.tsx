import { siteStorageKeys } from '@corroborate/wire/storage'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../kit/doi/index.ts'
import type { Asking } from './show-consent.ts'

/** The widget's account page, loaded when this page is opened. */
export const Account = () => {
  const [stage, setStage] = useState<'coming' | 'open' | 'failed'>('coming')
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let close = (): void => undefined
    let isHere = true
    const open = async (): Promise<void> => {
      const { showAccount } = await import('./show-account.ts')
      if (place.current === null) return
      const closeAccount = await showAccount(place.current)
      if (isHere) close = closeAccount
      else closeAccount()
      setStage('open')
    }
    open().catch(() => setStage('failed'))
    return () => {
      isHere = false
      close()
    }
  }, [])

  return (
    <div className="widget-room needs-script">
      <div ref={place} className="account-part" />
      <p role="status">
        {stage === 'coming' && 'Loading your account…'}
        {stage === 'failed' && (
          <>
            We couldn’t load your account. Try again, or <a href={paths.login(paths.account)}>log in again</a> first.
          </>
        )}
      </p>
    </div>
  )
}

/** Time until the user is offered a way out, in ms. */
const patience = 8_000

/** Consent form for another application, loaded with its page. Logged-out users log in first in a modal over this page. */
export const Consent = () => {
  const [stage, setStage] = useState<'coming' | 'open' | 'failed' | Asking>('coming')
  const [isSlow, setSlow] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    let close = (): void => undefined
    let isHere = true
    const open = async (): Promise<void> => {
      const { showConsent } = await import('./show-consent.ts')
      if (place.current === null) return
      const shown = await showConsent(place.current, setStage)
      if (isHere) close = shown
      else shown()
      setStage(now => (now === 'coming' ? 'open' : now))
    }
    open().catch(() => {
      setStage('failed')
      document.title = 'Something went wrong · Corroborate'
    })
    return () => {
      isHere = false
      close()
    }
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [])

  // Each state of the form has its own heading, which becomes the page's title.
  useEffect(() => {
    if (place.current === null) return
    const { current } = place
    const name = (): void => {
      const heading = current.querySelector('h2')?.textContent
      if (heading) document.title = `${heading} · Corroborate`
    }
    const observer = new MutationObserver(name)
    observer.observe(current, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (typeof stage !== 'object') return
    document.title = 'Log in to continue · Corroborate'
    link.current?.click()
    // Continues after a login in another tab, such as from a magic link.
    const look = ({ key, newValue }: StorageEvent): void => {
      if (key === siteStorageKeys.sessionToken && newValue !== null) location.reload()
    }
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [stage])

  return (
    <div className="widget-room needs-script">
      <div ref={place} className="consent-part" />
      {typeof stage === 'object' ? (
        <div className="consent-login">
          <h2>Log in to continue</h2>
          <p>
            “{stage.name}” at {stage.place} wants to access your account. Log in first to see what it requests, then
            allow or deny it.
          </p>
          <p>
            {/* Pressed at once: the login opens over this page, and leads back to it. */}
            <a ref={link} className="button main" href={paths.login(location.pathname + location.search)}>
              Sign up / Log in
            </a>
          </p>
        </div>
      ) : (
        <p role="status">
          {stage === 'coming' && 'Loading the requested permissions…'}
          {stage === 'coming' && isSlow && (
            <>
              {' '}
              This is taking longer than usual. <a href={location.href}>Try again</a>
            </>
          )}
          {stage === 'failed' && (
            <>
              We couldn’t load the requested permissions. <a href={location.href}>Try again</a>
            </>
          )}
        </p>
      )}
      {stage === 'coming' && isSlow && history.length > 1 && (
        <p>
          <button type="button" onClick={() => history.back()}>
            Cancel and go back
          </button>
        </p>
      )}
    </div>
  )
}
