import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { callSite } from '../../accounts/calls/browser/call-site.ts'
import { keep, readKept } from '../../kit/browser/index.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { typedInto } from './browser/send-report.ts'
import { draftOf } from './draft.ts'
import type { Entries } from './entries.ts'
import type { WizardProps } from './model.ts'
import type { WizardEvent, WizardState } from './wizard-state.ts'

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

/** Debounce before a draft is saved to the account, in ms. */
const restMs = 1_500

export type Kept = 'nowhere' | 'browser' | 'account'

type Options = {
  doi: string
  /** URL of the account's drafts; null if signed out. */
  drafts: string | null
  state: WizardState
  /** Time of the server's draft, in epoch ms. */
  keptAt: number
  restore: (entries: Entries, step: number) => void
}

/**
 * Saves the draft: in this browser at once, and in the account if signed in. Restores the browser's draft if it is newer than the server's.
 * Submitting deletes both, the server's together with the submission.
 */
export const useDraft = ({ doi, drafts, state, keptAt, restore }: Options): Kept => {
  const [kept, setKept] = useState<Kept>('nowhere')
  const begun = useRef(false)

  useLayoutEffect(() => {
    const draft = draftOf(readKept(nameOf(doi)))
    if (draft !== null && draft.at > keptAt) restore(draft.entries, draft.step)
  }, [doi, keptAt, restore])

  const { entries, step, phase } = state
  useEffect(() => {
    // The initial state comes from the page.
    if (!begun.current) {
      begun.current = true
      return
    }
    if (phase.kind === 'sent') return keep(nameOf(doi), null)
    const draft = { at: Date.now(), step, entries }
    keep(nameOf(doi), draft)
    setKept('browser')
    if (drafts === null || phase.kind !== 'editing') return
    const timer = setTimeout(async () => {
      if (await send(drafts, draft)) setKept('account')
    }, restMs)
    return () => clearTimeout(timer)
  }, [doi, drafts, entries, step, phase.kind])

  return kept
}

const nameOf = (doi: string): string => `report-draft:${doi}`

/** A draft that has found no answer by then stays in this browser alone, in ms. */
const longestWait = 15_000

/** Does not require logging in, since the draft is also stored in this browser. */
const send = async (drafts: string, draft: object): Promise<boolean> =>
  (await callSite(drafts, { body: { draft }, longestWait, wish: null })).kind === 'done'
