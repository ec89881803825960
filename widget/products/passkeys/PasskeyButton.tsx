import { passkeyAutofillRetries } from '@corroborate/wire/limits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button, Divider, ErrorText, retryDelay, useAttempt, useWidget, type Widget } from '../../form/index.ts'
import { isAborted, sentenceForAutofill, sentenceForSignIn, useTexts } from './sentence-for.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Queues for passkey autofill, which browsers offer to one form at a time. The first form on the page has the turn until it leaves.
 * @returns a function that passes the turn on
 */
export const takeTurn = (): { mine: Promise<unknown>; give: () => void } => {
  const mine = last
  let give: () => void = () => undefined
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  last = mine.then(() => given)
  return { mine, give }
}

type Options = { conditional_mediation?: boolean; signal?: AbortSignal }
type Answer = Awaited<ReturnType<Widget['client']['webauthn']['authenticate']>>

/** Signs in with a passkey and continues. */
const useEnter = () => {
  const { client, settings, emit, dispatch } = useWidget()
  return {
    authenticate: (options: Options = {}): Promise<Answer> =>
      client.webauthn.authenticate({
        is_passkey: true,
        session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
        ...settings.passkeyOptions,
        ...options,
      }),
    enter: (data: NonNullable<Answer>): void => {
      emit({ type: 'PASSKEY_AUTHENTICATE', data })
      dispatch({ type: 'transition', screen: 'PasskeyConfirmation' })
    },
  }
}

/** Challenge renewal interval in ms, before its expiry at the provider. */
const renewal = 4 * 60_000

/** Waits so many ms, or until the form leaves. */
const pause = (milliseconds: number, leaving: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    leaving.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export type Autofill = 'unknown' | 'offered' | 'none'

/**
 * Offers passkey autofill in the email field while the form is mounted. Retries failures five times (SPEC §4) with backoff; shows and
 * reports errors only for a chosen passkey. `none` without such a field or browser support.
 */
const useAutofill = (place: RefObject<HTMLElement | null>): { autofill: Autofill; error: string | undefined } => {
  const { client, explain } = useWidget()
  const [autofill, setAutofill] = useState<Autofill>('unknown')
  const [error, setError] = useState<string>()
  const texts = useTexts()
  const { authenticate, enter } = useEnter()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each client, while the form is there.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const { mine, give } = takeTurn()

    const offer = async (): Promise<void> => {
      const root = place.current?.getRootNode() as Document | ShadowRoot | undefined
      const isThere = root?.querySelector?.('input[autocomplete~="webauthn"]') != null
      if (!isThere || !(await client.webauthn.browserSupportsAutofill())) {
        if (!signal.aborted) setAutofill('none')
        return
      }
      if (signal.aborted) return
      setAutofill('offered')
      await Promise.race([mine, new Promise(resolve => signal.addEventListener('abort', resolve))])
      for (let failures = 0; failures <= passkeyAutofillRetries && !signal.aborted; ) {
        const again = new AbortController()
        const stop = () => again.abort()
        signal.addEventListener('abort', stop)
        const timer = setTimeout(stop, renewal)
        try {
          const answer = await authenticate({ conditional_mediation: true, signal: again.signal })
          if (signal.aborted) return
          if (answer === null) throw new Error('Nothing was chosen.')
          enter(answer)
          return
        } catch (reason) {
          if (signal.aborted) return
          if (isAborted(reason)) {
            // It was our own renewal, or another ceremony of the page goes first, however long that takes.
            if (!again.signal.aborted) await pause(1_000, signal)
          } else {
            const sentence = sentenceForAutofill(reason, texts)
            if (sentence !== undefined) {
              explain(reason)
              setError(sentence)
            }
            await pause(retryDelay(++failures, Math.random()), signal)
          }
        } finally {
          clearTimeout(timer)
          signal.removeEventListener('abort', stop)
        }
      }
    }
    void offer().finally(give)
    return () => leaving.abort()
  }, [client])

  return { autofill, error }
}

/** Nothing where there are no passkeys: in old browsers, without https, and on a page that has an IP address for a name. */
export const PasskeyButton = () => {
  const [isPossible, setIsPossible] = useState(false)
  useEffect(() => setIsPossible('PublicKeyCredential' in window && !isIpAddress(location.hostname)), [])
  return isPossible && <Offer />
}

const isIpAddress = (host: string): boolean => /^[\d.]+$|:/.test(host)

/** 'Login with a Passkey', where the browser does not offer passkeys in the form's own field. */
const Offer = () => {
  const { settings } = useWidget()
  const texts = useTexts()
  const next = settings.products.find(product => product !== 'passkeys')
  const place = useRef<HTMLDivElement>(null)
  const { autofill, error: refused } = useAutofill(place)
  const { busy, error, run } = useAttempt()
  const { authenticate, enter } = useEnter()

  const logIn = () =>
    run(
      async () => {
        const answer = await authenticate()
        if (answer === null) throw new Error(texts.unknownError)
        return answer
      },
      enter,
      reason => sentenceForSignIn(reason, texts),
    )

  return (
    <div ref={place} className="siw-stack siw-passkey" data-siw-autofill={autofill}>
      {autofill === 'none' && (
        <Button look="secondary" busy={busy} onClick={logIn}>
          <PasskeyIcon />
          {texts.logIn}
        </Button>
      )}
      <ErrorText>{error ?? refused}</ErrorText>
      {autofill === 'none' && isForm(next) && <Divider />}
    </div>
  )
}

const isForm = (product: string | undefined): boolean => product !== undefined && !['oauth', 'crypto'].includes(product)

/** The icon: a person and a key. */
export const PasskeyIcon = () => (
  <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 19.5c0-3.3 2.7-5.5 6.5-5.5 1.2 0 2.300.2 3.200.6M18 14.500a2.500 2.500 0 1 0-1.200 2.200V20l1.300 1 1.400-1.400-1-1 1-1-1-1.100A2.500 2.500 0 0 0 18 14.500" />
  </svg>
)
