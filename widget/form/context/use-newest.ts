import { type RefObject, useRef } from 'react'
import { useBeforePaint } from './use-before-paint.ts'

/** The value of the last render that is on the page, for work that began earlier. Renders that React throws away do not count. */
export const useNewest = <Value>(value: Value): RefObject<Value> => {
  const newest = useRef(value)
  useBeforePaint(() => {
    newest.current = value
  })
  return newest
}
