import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { dayInWords, isoTime } from '../../kit/times/index.ts'
import { createDiscardCall } from './discard-call.ts'
import { draftPath } from './draft-notice.ts'
import { type DraftTables, draftsMigration, draftsOf, dropDraftsOf } from './store.ts'

/** Every draft, also one that is past its time and not yet swept. */
const ever = 0

/** Drafts written by assistants, which only their users can submit. */
export const draftsFeature = defineFeature<DraftTables & SignInTables>()({
  migrations: [draftsMigration],
  // Assistant drafts require an account.
  moveToAccount: null,
  deleteAccount: (tx, { key, upTo }) => dropDraftsOf(tx.$pickTables<keyof DraftTables>(), key, upTo),
  mine: {
    title: 'Assistant drafts',
    reader: db => async (account, limit) =>
      (await draftsOf(db, account.key, Date.now())).slice(0, limit).map(draft => ({
        doi: draft.doi,
        words: draft.kind === 'note' ? 'Note draft' : 'Claim draft',
        standing: `Not submitted; will be deleted on ${dayInWords(draft.until)}`,
        at: draft.madeAt,
        path: draftPath(draft),
      })),
  },
  exportOf: async (db, account) => ({
    assistant_drafts: (await draftsOf(db, account.key, ever)).map(({ madeAt, until, ...draft }) => ({
      ...draft,
      made: isoTime(madeAt),
      deleted: isoTime(until),
    })),
  }),
  open: ({ db, people }) => ({
    routes: { [paths.discardDraft]: { POST: createDiscardCall({ db: db, people }) } },
  }),
})
