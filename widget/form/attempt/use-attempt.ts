import { useEffect, useRef, useState } from 'react'
import { useWidget } from '../context/index.ts'

export type Attempt = {
  /** A call is under way; a second one would not begin. */
  busy: boolean
  /** What is wrong, for the place under the field. */
  error: string | undefined
  setError: (sentence: string | undefined) => void
  /**
   * Begins, unless one is under way. `done` hears the answer and `failed` the error, whose sentence is shown unless
   * `failed` returns another. Neither hears of an answer that comes when the screen has been left.
   */
  run: <Answer>(
    work: () => Promise<Answer>,
    done: (answer: Answer) => void,
    failed?: (error: unknown, sentence: string) => string | undefined,
  ) => void
}

/** Runs one call at a time, for somebody who waits for its answer. */
export const useAttempt = (): Attempt => {
  const { explain } = useWidget()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const underWay = useRef(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
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
      underWay.current = false
      if (!here.current) return
      setBusy(false)
      then()
    }
    work().then(
      answer => settle(() => done(answer)),
      (reason: unknown) => settle(() => setError(failed(reason, explain(reason)))),
    )
  }
  return { busy, error, setError, run }
}
