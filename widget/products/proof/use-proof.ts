import { useCallback, useRef, useState } from 'react'
import { errorTypeOf } from '../../form/index.ts'

/** What is missing: some proof of the last minutes, or one by a second factor. */
export type Missing = 'recent' | 'second'

const missing: Readonly<Record<string, Missing>> = {
  stale_factors: 'recent',
  session_too_old_to_reset_password: 'recent',
  insufficient_factors: 'second',
}

/** Which proof a refusal asks for; null when it is about something else. Pure. */
export const missingIn = (error: unknown): Missing | null => missing[errorTypeOf(error) ?? ''] ?? null

export type Asked = { missing: Missing; onProved: () => void; onCancel: () => void }

/** Does something that may want a recent proof: where the provider asks for one, the person is asked, and it is done again. */
export type Guarded = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Asks for a proof where the provider wants one, and then goes on with what it was wanted for. */
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
