import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { callSite } from '../../accounts/calls/browser/index.ts'
import { keep, readKept } from '../../kit/browser/index.ts'
import { draftOf } from './draft.ts'
import type { Entries } from './entries.ts'
import type { WizardState } from './wizard-state.ts'

/** How long nobody types before the draft goes to the account, in ms. */
const restMs = 1_500

export type Kept = 'nowhere' | 'browser' | 'account'

type Options = {
  doi: string
  /** Where drafts of an account go; null for somebody who is not signed in. */
  drafts: string | null
  state: WizardState
  /** When what the server sent was kept, epoch ms. */
  keptAt: number
  restore: (entries: Entries, step: number) => void
}

/**
 * Keeps what is typed: in this browser at once, and in the account when there is one. Brings back what was kept here, where it is
 * younger than what the server sent. When the report is sent, both are let go: the server's with the report itself.
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
    // The first state is what the page came with.
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

/** Nobody is asked to log in for it: the draft is kept in this browser too. */
const send = async (drafts: string, draft: object): Promise<boolean> =>
  (await callSite(drafts, { body: { draft }, longestWait, wish: null })).kind === 'done'
