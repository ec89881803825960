import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useElementId } from '../form/context/index.ts'

type Props<Name extends string> = {
  label: string
  tabs: readonly { name: Name; title: string }[]
  current: Name
  onChange: (name: Name) => void
  /** The panel of the current tab. */
  children: ReactNode
}

/** Tabs of the ARIA pattern: the Tab key reaches the current one, the arrow keys move to the next and show it. */
export const Tabs = <Name extends string>({ label, tabs, current, onChange, children }: Props<Name>) => {
  const id = useElementId()
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const isMirrored = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const to = placeAfter(
      isMirrored ? (mirrored[event.key] ?? event.key) : event.key,
      tabs.findIndex(({ name }) => name === current),
      tabs.length,
    )
    const next = to === null ? undefined : tabs[to]
    if (to === null || next === undefined) return
    event.preventDefault()
    onChange(next.name)
    list.current?.querySelectorAll('button')[to]?.focus()
  }

  return (
    <div className="siw-stack">
      <div className="siw-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            className="siw-tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  )
}

/** In right-to-left layouts the next tab is on the left. */
const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

const placeAfter = (key: string, place: number, count: number): number | null => {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
