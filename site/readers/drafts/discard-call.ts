import { type HttpContext, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { doiFromText, paths } from '../../kit/doi/index.ts'
import type { People } from '../../kit/people/index.ts'
import { type DraftTables, dropDraft } from './store.ts'

const body = z.object({
  doi: z
    .string()
    .transform(doiFromText)
    .refine(doi => doi !== null, { error: 'name a paper' }),
  kind: z.enum(['note', 'claim'], { error: 'must be "note" or "claim"' }),
})

type Options = { db: Kysely<DraftTables>; people: Pick<People, 'account'> }

/** `POST /dashboard/drafts`: deletes the user's assistant draft. Idempotent. */
export const createDiscardCall =
  ({ db, people }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    const account = people.account(c)
    const { doi, kind } = await readBody(c, body)
    await dropDraft(db, { author: account.key, doi, kind })
    c.header('Cache-Control', 'no-store')
    if (isFormPost(c) && wantsPage(c)) return c.redirect(paths.paper(doi), 303)
    return c.json({ status: 'discarded' })
  }
