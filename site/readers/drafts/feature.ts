import { type HttpContext, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { doiFromText, paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import type { People } from '../../kit/people/index.ts'
import { formatDay, isoTime } from '../../kit/times/times.ts'
import { type DraftTables, draftPath, draftsMigration, draftsOf, dropDraft, dropDraftsOf } from './store.ts'

const body = z.object({
  doi: z
    .string()
    .transform(doiFromText)
    .refine(doi => doi !== null, { error: 'name a paper' }),
  kind: z.enum(['note', 'claim'], { error: 'must be "note" or "claim"' }),
})

type Options = { db: Kysely<DraftTables>; people: Pick<People, 'account'> }

/** `POST /dashboard/drafts`: deletes the user's assistant draft. Idempotent. */
const createDiscardCall =
  ({ db, people }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    const account = people.account(c)
    const { doi, kind } = await readBody(c, body)
    await dropDraft(db, { author: account.key, doi, kind })
    c.header('Cache-Control', 'no-store')
    if (isFormPost(c) && wantsPage(c)) return c.redirect(paths.paper(doi), 303)
    return c.json({ status: 'discarded' })
  }

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
        standing: `Not submitted; will be deleted on ${formatDay(draft.until)}`,
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
