import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../kit/doi/index.ts'

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
