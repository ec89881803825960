import { useEffect, useRef } from 'react'
import { useWidget } from './widget-context.ts'

/** Notifies the page once that the user is signed in and was shown so. */
export const useFlowComplete = (): void => {
  const { emit } = useWidget()
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })
  }, [emit])
}
