import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { draftKey, readDraftText } from './draft.ts'
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
    const draft = readDraftText(read(draftKey(doi)))
    if (draft !== null && draft.at > keptAt) restore(draft.entries, draft.step)
  }, [doi, keptAt, restore])

  const { entries, step, phase } = state
  useEffect(() => {
    // The first state is what the page came with.
    if (!begun.current) {
      begun.current = true
      return
    }
    if (phase.kind === 'sent') return write(draftKey(doi), null)
    const draft = JSON.stringify({ at: Date.now(), step, entries })
    write(draftKey(doi), draft)
    setKept('browser')
    if (drafts === null || phase.kind !== 'editing') return
    const timer = setTimeout(async () => {
      if (await send(drafts, draft)) setKept('account')
    }, restMs)
    return () => clearTimeout(timer)
  }, [doi, drafts, entries, step, phase.kind])

  return kept
}

const send = async (drafts: string, draft: string): Promise<boolean> => {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    return (await fetch(drafts, { method: 'POST', headers, body: `{"draft":${draft}}` })).ok
  } catch {
    return false
  }
}

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The reader forbids it, or there is no room.
  }
}
