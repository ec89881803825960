import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBeforePaint } from '../../form/context/index.ts'

/** Puts its content into an open shadow tree of its own. */
export const Shadowed = ({ children }: { children: ReactNode }) => {
  const host = useRef<HTMLDivElement>(null)
  const [shadow, setShadow] = useState<ShadowRoot | null>(null)
  useBeforePaint(() => {
    const element = host.current
    // A shadow tree cannot be detached, and React may run this twice on one element.
    if (element !== null) setShadow(element.shadowRoot ?? element.attachShadow({ mode: 'open' }))
  }, [])
  return <div ref={host}>{shadow !== null && createPortal(children, shadow as unknown as Element)}</div>
}
