import { useCallback, useRef, useState } from 'react'
import { errorTypeOf } from '../../form/index.ts'

/** Required proof: a recent one, or a second factor. */
export type Missing = 'recent' | 'second'

const missing: Readonly<Record<string, Missing>> = {
  stale_factors: 'recent',
  session_too_old_to_reset_password: 'recent',
  insufficient_factors: 'second',
}

/** Returns the proof an error requires; null for other errors. Pure. */
export const missingIn = (error: unknown): Missing | null => missing[errorTypeOf(error) ?? ''] ?? null

export type Asked = { missing: Missing; onProved: () => void; onCancel: () => void }

/** Runs a protected action: if the provider requires step-up authentication, completes it and retries. */
export type Guarded = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Runs step-up authentication if required, then continues. */
export const useProof = (): { asked: Asked | null; guarded: Guarded } => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useRef(
    (missing: Missing): Promise<boolean> =>
      new Promise(resolve => {
        const close = (isProved: boolean) => () => {
          setAsked(null)
          resolve(isProved)
        }
        setAsked({ missing, onProved: close(true), onCancel: close(false) })
      }),
  )
  const guarded = useCallback(async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        // After a recent proof a second one may be missing still.
        const wanted = missingIn(error)
        if (wanted === null || !(await ask.current(wanted))) throw error
      }
    }
  }, [])
  return { asked, guarded }
}
