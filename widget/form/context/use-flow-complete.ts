import { useEffect, useRef } from 'react'
import { useWidget } from './widget-context.ts'

/** Tells the page, once, that somebody is signed in and has been told so. */
export const useFlowComplete = (): void => {
  const { emit } = useWidget()
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })
  }, [emit])
}
