import { useEffect, useState } from 'react'
import { useAccountPage } from './account-context.ts'

/** Loaded data; null during the first load. */
export type Loaded<Value> = { value: Value | null; hasFailed: boolean; again: () => void }

/** Loads account data when the page opens and after every change, showing the previous data meanwhile. */
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
