import { useEffect, useRef, useState } from 'react'
import { paths } from '../../doi/index.ts'

type Stage = 'none' | 'closed' | 'coming' | 'open' | 'failed'

/** Passkeys are bound to a name, so that there are none on an IP address; nor on old browsers, nor over plain http. */
const mayHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(?:[\d.]+|\[.*\])$/.test(window.location.hostname)

/** A place to make passkeys, for who is signed in. What makes them is loaded when it is asked for. */
export const Passkeys = () => {
  const [stage, setStage] = useState<Stage>('none')
  const [names, setNames] = useState<readonly string[]>([])
  const [isStale, setStale] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useRef<() => void>(() => undefined)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (mayHavePasskeys()) setStage('closed')
    return () => close.current()
  }, [])

  // What was pressed goes away: the focus goes to what took its place, and back.
  useEffect(() => {
    if (stage === 'open') place.current?.focus()
    if (stage === 'closed' && wasOpen.current) button.current?.focus()
    wasOpen.current = stage === 'open'
  }, [stage])

  const open = async (): Promise<void> => {
    if (place.current === null || stage === 'coming') return
    setStage('coming')
    setStale(false)
    try {
      const { showPasskeys } = await import('./show-passkeys.ts')
      close.current = await showPasskeys(place.current, {
        onNames: setNames,
        onStale: () => setStale(true),
        onDone: () => {
          close.current()
          setStage('closed')
        },
      })
      setStage('open')
    } catch {
      setStage('failed')
    }
  }

  if (stage === 'none') return null
  return (
    <section className="passkeys" aria-labelledby="passkeys">
      <h2 id="passkeys">Log in without a password</h2>
      <p>A passkey logs you in with your fingerprint, your face or your screen lock. No mail to wait for.</p>
      {stage !== 'open' && names.length > 0 && (
        <ul aria-label="Your passkeys">
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and they stay in their order.
            <li key={at} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} className="passkeys-place" tabIndex={-1} />
      <button
        type="button"
        ref={button}
        hidden={stage === 'open'}
        aria-busy={stage === 'coming'}
        onClick={() => void open()}
      >
        {names.length > 0 ? 'Create or change passkeys' : 'Create a passkey'}
      </button>
      <p role="status">
        {stage === 'failed' && 'This does not work just now. Please try again, or log in again first. '}
        {(isStale || stage === 'failed') && <a href={paths.login(paths.dashboard)}>Log in again</a>}
      </p>
    </section>
  )
}
