import { enqueueJob } from '@corroborate/server-kit/outbox'
import { z } from 'zod'
import { createPlanEnd } from '../../../readers/claims/index.ts'
import {
  atATime,
  defineResource,
  doi,
  inPages,
  insertRows,
  moment,
  momentOf,
  publicDomain,
  text,
  timeOf,
} from '../pages.ts'
import { publicItem } from './public-item.ts'

export const claims = defineResource({
  name: 'claims',
  title: 'Claims: who is reproducing a paper',
  description:
    'Those that stand. `name` only where the claimant wishes it to be seen. `firstClaimedAt`: when the same person first claimed the paper, from which it follows how long the claim holds a bounty.',
  licence: publicDomain,
  key: ['id'],
  line: z.strictObject({
    id: text,
    doi,
    name: text.nullable(),
    claimedAt: moment,
    firstClaimedAt: moment,
    approvedAt: moment,
    until: moment,
  }),
  async *read(db) {
    const rows = inPages((after: { id: string } | null) =>
      db
        .selectFrom('claims')
        .select(['id', 'doi', 'name', 'show_name', 'claimed_at', 'approved_at', 'until'])
        .select(({ selectFrom }) =>
          selectFrom('claims as earlier')
            .select(({ fn }) => fn.min('earlier.claimed_at').as('first'))
            .whereRef('earlier.claimant', '=', 'claims.claimant')
            .whereRef('earlier.doi', '=', 'claims.doi')
            .as('first_at'),
        )
        .where('id', '>', after?.id ?? '')
        .where('live', '=', 1)
        .where('approved_at', 'is not', null)
        .orderBy('id')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        id: row.id,
        doi: row.doi,
        name: row.show_name === 1 ? row.name : null,
        claimedAt: momentOf(row.claimed_at),
        firstClaimedAt: momentOf(row.first_at ?? row.claimed_at),
        approvedAt: momentOf(row.approved_at ?? row.claimed_at),
        until: momentOf(row.until),
      }
  },
  async restore(tx, lines, now) {
    const planEnd = createPlanEnd({ enqueue: (inTx, job) => enqueueJob(inTx, job, now) })
    const hidden = { email: null, locale: 'en', plan: '', package: null } as const
    await insertRows(
      tx,
      'claims',
      lines.flatMap(line => {
        const of = { doi: line.doi, name: line.name ?? '', show_name: line.name === null ? 0 : 1, ...hidden }
        const claimed_at = timeOf(line.claimedAt)
        const first_at = timeOf(line.firstClaimedAt)
        const earlier = first_at < claimed_at
        // Links the claims of one person by a pseudonym specific to this dump.
        const claimant = earlier ? `restored:${line.id}` : null
        const until = timeOf(line.until)
        const approved_at = timeOf(line.approvedAt)
        return [
          { id: line.id, ...of, claimant, sha256: line.id, claimed_at, until, approved_at, end: null, live: 1 },
          ...(earlier
            ? [
                {
                  id: `${line.id}-first`,
                  ...of,
                  claimant,
                  sha256: `${line.id}-first`,
                  claimed_at: first_at,
                  until: claimed_at,
                  approved_at: null,
                  end: 'lapsed' as const,
                  live: 0,
                },
              ]
            : []),
        ]
      }),
    )
    const items = lines.map(({ id, doi, approvedAt }) =>
      publicItem({ kind: 'audit', id, doi, since: timeOf(approvedAt) }),
    )
    await insertRows(tx, 'moderation_items', items)
    for (const { id, until } of lines) await planEnd(tx, { id, until: timeOf(until) }, now)
  },
})
