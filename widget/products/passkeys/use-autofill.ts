import { passkeyAutofillRetries } from '@corroborate/wire/limits'
import { type RefObject, useEffect, useState } from 'react'
import { retryDelay, useWidget } from '../../form/index.ts'
import { isAborted, sentenceForAutofill } from './sentence-for.ts'
import { takeTurn } from './turn.ts'
import { useEnter } from './use-enter.ts'
import { useTexts } from './use-texts.ts'

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
export const useAutofill = (
  place: RefObject<HTMLElement | null>,
): { autofill: Autofill; error: string | undefined } => {
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
