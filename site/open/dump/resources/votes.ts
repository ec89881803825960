import { z } from 'zod'
import { count, doi } from '../fields.ts'
import { publicDomain } from '../licences.ts'
import { atATime, inPages, insertRows } from '../pages.ts'
import { defineResource } from '../resource.ts'

/** Reliability votes: anonymous counts. */
export const votes = defineResource({
  name: 'votes',
  title: 'Votes on papers',
  description:
    'How many people find a paper reliable and how many do not; `signedIn`: how many of them all have an account.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({ doi, upvotes: count, downvotes: count, signedIn: count }),
  read: db =>
    inPages(after =>
      db
        .selectFrom('vote_counts')
        .select(['doi', 'upvotes', 'downvotes', 'signed_in as signedIn'])
        .where('doi', '>', after?.doi ?? '')
        .where(({ eb, or }) => or([eb('upvotes', '>', 0), eb('downvotes', '>', 0)]))
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    ),
  restore: (tx, lines) =>
    insertRows(
      tx,
      'vote_counts',
      lines.map(({ signedIn, ...line }) => ({ ...line, signed_in: signedIn })),
    ),
})
