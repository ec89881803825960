import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Attempt } from '../../form/index.ts'
import { useTask } from './account-context.ts'

type Question<Box> = Attempt & {
  isAsking: boolean
  ask: () => void
  close: () => void
  /** Ref of the confirmation, which receives the focus. */
  box: RefObject<Box | null>
}

/** A change with a confirmation in place of its button. */
export const useQuestion = <Box extends HTMLElement>(): Question<Box> => {
  const task = useTask()
  const [isAsking, setAsking] = useState(false)
  const box = useRef<Box>(null)
  useEffect(() => {
    if (isAsking) box.current?.focus()
  }, [isAsking])
  const close = () => {
    setAsking(false)
    task.setError(undefined)
  }
  return { ...task, isAsking, ask: () => setAsking(true), close, box }
}
