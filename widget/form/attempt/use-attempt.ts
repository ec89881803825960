import { useEffect, useRef, useState } from 'react'
import { useWidget } from '../context/index.ts'

export type Attempt = {
  /** A call is running; a second one is not begun. */
  busy: boolean
  /** Error message to show under the field. */
  error: string | undefined
  setError: (sentence: string | undefined) => void
  /**
   * Runs the request unless one is running. Calls `done` with the response, or `failed` with the error, whose message is shown unless
   * `failed` returns another. Calls neither after the screen was left.
   */
  run: <Answer>(
    work: () => Promise<Answer>,
    done: (answer: Answer) => void,
    failed?: (error: unknown, sentence: string) => string | undefined,
  ) => void
}

/** Runs one request at a time, with its state for the screen. */
export const useAttempt = (): Attempt => {
  const { explain } = useWidget()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const underWay = useRef(false)
  const here = useRef(true)
  /** Pending callback of a request that ended while the screen was hidden (`<Activity>`). */
  const missed = useRef<() => void>(undefined)
  useEffect(() => {
    here.current = true
    missed.current?.()
    missed.current = undefined
    return () => {
      here.current = false
    }
  }, [])

  const run: Attempt['run'] = (work, done, failed = (_, sentence) => sentence) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setError(undefined)
    const settle = (then: () => void) => {
      const finish = () => {
        underWay.current = false
        setBusy(false)
        then()
      }
      if (here.current) finish()
      else missed.current = finish
    }
    work().then(
      answer => settle(() => done(answer)),
      (reason: unknown) => settle(() => setError(failed(reason, explain(reason)))),
    )
  }
  return { busy, error, setError, run }
}
