import { type RefObject, useLayoutEffect, useState } from 'react'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { typedInto } from './browser/index.ts'
import type { WizardProps } from './model.ts'
import type { WizardEvent } from './wizard-state.ts'

/**
 * Turns the server-rendered form into the wizard: keeps input from before hydration, and opens the step in focus. Runs after restoring a
 * draft, which is older.
 * @returns true once the wizard is interactive
 */
export const useTakeOver = (
  form: RefObject<HTMLFormElement | null>,
  { entries, typedBefore }: IslandProps<WizardProps>,
  send: (event: WizardEvent) => void,
): boolean => {
  const [live, setLive] = useState(false)
  useLayoutEffect(() => {
    setLive(true)
    const typed = typedBefore === undefined ? {} : typedInto(entries, typedBefore)
    const sections = [...(form.current?.querySelectorAll('.wizard-step') ?? [])]
    const step = sections.findIndex(section => section.contains(document.activeElement))
    send({ type: 'taken-over', entries: typed, step: step < 0 ? null : step })
  }, [form, entries, typedBefore, send])
  return live
}
