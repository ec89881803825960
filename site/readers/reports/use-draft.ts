import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { callSite } from '../../accounts/calls/browser/index.ts'
import { keep, readKept } from '../../kit/browser/index.ts'
import { draftOf } from './draft.ts'
import type { Entries } from './entries.ts'
import type { WizardState } from './wizard-state.ts'

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
