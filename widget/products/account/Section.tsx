import { type ReactNode, useEffect, useRef } from 'react'
import { useElementId } from '../../form/index.ts'

type Props = { title: string; children: ReactNode }

/** A section of the page: its heading beside its content, or above on a narrow page. */
export const Section = ({ title, children }: Props) => {
  const id = useElementId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => keepFocus(section.current), [])
  return (
    <section ref={section} className="siw-account-section" aria-labelledby={id}>
      <h2 id={id} className="siw-account-heading" tabIndex={-1}>
        {title}
      </h2>
      <div className="siw-account-content">{children}</div>
    </section>
  )
}

/** Moves the focus to the heading when a closed form or removed row had it, instead of losing it to the page. */
const keepFocus = (section: HTMLElement | null): (() => void) | undefined => {
  if (section === null) return undefined
  let last: EventTarget | null = null
  const note = ({ target }: FocusEvent) => {
    last = target
  }
  const observer = new MutationObserver(() => {
    if (!(last instanceof Element) || last.isConnected) return
    last = null
    const isInside = section.contains((section.getRootNode() as Document | ShadowRoot).activeElement)
    if (!isInside) section.querySelector('h2')?.focus()
  })
  section.addEventListener('focusin', note)
  observer.observe(section, { childList: true, subtree: true })
  return () => {
    section.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
