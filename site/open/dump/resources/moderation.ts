import { z } from 'zod'
import { moderatedKinds, type RejectionReason, rejectionReasons } from '../../../readers/moderation/index.ts'
import { publicDomain } from '../licences.ts'
import { inGroups, insertRows } from '../pages.ts'
import { defineResource } from '../resource.ts'

/** Outcomes shown at /moderation, without moderators or authors. */
const outcomes = ['approved', 'rejected', 'spam', 'undone'] as const
const outcomeOf = {
  approve: 'approved',
  second: 'approved',
  reject: 'rejected',
  spam: 'spam',
  block: 'spam',
  undo: 'undone',
} as const
const actionOf = { approved: 'approve', rejected: 'reject', spam: 'spam', undone: 'undo' } as const

const reasons = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]

/** Approved and rejected entries by month. */
export const moderation = defineResource({
  name: 'moderation',
  title: 'What moderators decided, by month',
  description: 'As /moderation counts it: entries by what was decided about them last in that month.',
  licence: publicDomain,
  key: ['month', 'kind', 'outcome', 'reason'],
  line: z.strictObject({
    month: z.string().regex(/^\d{4}-\d{2}$/),
    kind: z.enum(moderatedKinds),
    outcome: z.enum(outcomes),
    reason: z.enum(reasons).nullable(),
    entries: z.int().positive(),
  }),
  async *read(db) {
    const last = db
      .selectFrom('moderation_log')
      .select(['month', 'kind', 'item', ({ fn }) => fn.max('version').as('version')])
      .groupBy(['month', 'kind', 'item'])
    const rows = await db
      .selectFrom(last.as('last'))
      .innerJoin('moderation_log as log', join =>
        join
          .onRef('log.kind', '=', 'last.kind')
          .onRef('log.item', '=', 'last.item')
          .onRef('log.version', '=', 'last.version'),
      )
      .select(['last.month', 'log.kind', 'log.action', 'log.reason', ({ fn }) => fn.countAll().as('entries')])
      .groupBy(['last.month', 'log.kind', 'log.action', 'log.reason'])
      .orderBy('last.month')
      .orderBy('log.kind')
      .execute()
    const sums = new Map<
      string,
      {
        month: string
        kind: (typeof rows)[0]['kind']
        outcome: (typeof outcomes)[number]
        reason: RejectionReason | null
        entries: number
      }
    >()
    for (const { month, kind, action, reason, entries } of rows) {
      const outcome = outcomeOf[action]
      const key = JSON.stringify([month, kind, outcome, reason])
      const sum = sums.get(key) ?? { month, kind, outcome, reason, entries: 0 }
      sums.set(key, { ...sum, entries: sum.entries + Number(entries) })
    }
    yield* sums.values()
  },
  async restore(tx, lines) {
    async function* decisions() {
      for (const { month, kind, outcome, reason, entries } of lines)
        for (let n = 1; n <= entries; n++)
          yield {
            kind,
            item: ['restored', month, outcome, reason ?? 'none', n].join('-'),
            version: 1,
            action: actionOf[outcome],
            reason,
            message: null,
            moderator: null,
            at: Date.parse(`${month}-01T00:00:00Z`),
            month,
            along_with: null,
          }
    }
    for await (const group of inGroups(decisions())) await insertRows(tx, 'moderation_log', group)
  },
})
