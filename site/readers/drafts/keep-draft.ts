import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { type AssistantDraft, type DraftTables, draftsOf, putDraft } from './store.ts'

/** So many drafts may wait for one person. */
export const mostDrafts = 50

/**
 * Stores an assistant's draft, replacing an earlier one of the same kind on the same paper. Locks the account against deletion, so that
 * nothing is left behind.
 * @returns null if the limit of drafts is reached
 * @throws HttpProblem 401 if the account does not exist any more
 */
export const keepDraft = (
  db: Kysely<DraftTables & SignInTables>,
  account: Account,
  draft: Pick<AssistantDraft, 'doi' | 'kind' | 'text' | 'link'>,
  now: number,
): Promise<AssistantDraft | null> =>
  runTransaction(db, async tx => {
    await holdStanding(tx.$pickTables<keyof SignInTables>(), account)
    const drafts = tx.$pickTables<keyof DraftTables>()
    const others = (await draftsOf(drafts, account.key, now)).filter(
      ({ doi, kind }) => doi !== draft.doi || kind !== draft.kind,
    )
    if (others.length >= mostDrafts) return null
    const kept = { ...draft, madeAt: now, until: now + siteTables.assistant_drafts.ms }
    await putDraft(drafts, { ...kept, author: account.key })
    return kept
  })
