import { useEffect, useState } from 'react'
import { useAccountPage } from './account-context.ts'

/** What was read; null while it is read for the first time. */
export type Loaded<Value> = { value: Value | null; hasFailed: boolean; again: () => void }

/** Reads something of the account when the page opens, and again after every change. What is known stays meanwhile. */
export const useLoaded = <Value>(read: () => Promise<Value>): Loaded<Value> => {
  const { revision } = useAccountPage()
  const [value, setValue] = useState<Value | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is made anew at every render, and reads the same.
  useEffect(() => {
    let isHere = true
    setFailed(false)
    read().then(
      found => isHere && setValue(found),
      () => isHere && setFailed(true),
    )
    return () => {
      isHere = false
    }
  }, [revision, tries])
  return { value, hasFailed, again: () => setTries(n => n + 1) }
}
