import { useEffect, useRef, useState } from 'react'
import { useWidget } from '../context/index.ts'

export type Attempt = {
  /** A call is running; a second one is not begun. */
  busy: boolean
  /** The sentence about what went wrong, to be shown under the field. */
  error: string | undefined
  setError: (sentence: string | undefined) => void
  /**
   * Makes the call, unless one is running. `done` is called with the answer, or `failed` with the error, whose sentence is shown
   * unless `failed` returns another. Neither is called once the screen has been left.
   */
  run: <Answer>(
    work: () => Promise<Answer>,
    done: (answer: Answer) => void,
    failed?: (error: unknown, sentence: string) => string | undefined,
  ) => void
}

/** Runs one call at a time, and keeps what a screen shows of it. */
export const useAttempt = (): Attempt => {
  const { explain } = useWidget()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const underWay = useRef(false)
  const here = useRef(true)
  /** What is left to do of a call that ended while the screen was hidden (`<Activity>`). */
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
