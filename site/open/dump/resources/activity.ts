import { z } from 'zod'
import { activityKinds } from '../../../paper/activity/index.ts'
import {
  amount,
  atATime,
  count,
  defineResource,
  doi,
  inPages,
  insertRows,
  moment,
  momentOf,
  ofItsWriters,
  publicDomain,
  text,
  timeOf,
} from '../pages.ts'

const outcomes = ['held', 'not-held', 'mixed', 'unclear', 'success', 'partial', 'failed'] as const

export const activity = defineResource({
  name: 'activity',
  title: 'What happened to papers',
  description:
    'As /recent and the feeds tell it. `by` is a source, or the name of a person as the page shows it; `detail` has the words of a note.',
  licence: ofItsWriters,
  key: ['id'],
  line: z.strictObject({
    id: text,
    key: text,
    doi,
    kind: z.enum(activityKinds),
    at: moment,
    date: text.nullable(),
    by: z.strictObject({ name: text, href: text.nullable() }),
    label: text,
    outcome: z.enum(outcomes).nullable(),
    money: amount.nullable(),
    detail: text.nullable(),
    path: text,
    notedAt: moment,
  }),
  async *read(db) {
    const rows = inPages((after: { id: string } | null) =>
      db
        .selectFrom('activity')
        .selectAll()
        .where('id', '>', after?.id ?? '')
        .orderBy('id')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        id: row.id,
        key: row.key,
        doi: row.doi,
        kind: row.kind,
        at: momentOf(row.at),
        date: row.date,
        by: { name: row.by_name, href: row.by_href },
        label: row.label,
        outcome: row.outcome,
        money:
          row.amount === null || row.currency === null ? null : { amount: Number(row.amount), currency: row.currency },
        detail: row.detail,
        path: row.path,
        notedAt: momentOf(row.noted_at),
      }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'activity',
      lines.map(({ at, by, money, notedAt, ...line }) => ({
        ...line,
        at: timeOf(at),
        by_name: by.name,
        by_href: by.href,
        amount: money?.amount ?? null,
        currency: money?.currency ?? null,
        noted_at: timeOf(notedAt),
        // There are no watchers to notify yet.
        spread: 1,
      })),
    ),
})

export const interest = defineResource({
  name: 'paper-interest',
  title: 'How many people want to know about a paper',
  description:
    'As /wanted shows it: how many watch it and have claimed it, and what is offered, in minor units of the site’s currency. Of nobody in particular.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({ doi, watchers: count, claims: count, bounty: count }),
  read: db =>
    inPages(after =>
      db
        .selectFrom('paper_interest')
        .select(['doi', 'watchers', 'claims', 'bounty'])
        .where('doi', '>', after?.doi ?? '')
        .where(({ eb, or }) => or([eb('watchers', '>', 0), eb('claims', '>', 0), eb('bounty', '>', 0)]))
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    ),
  restore: (tx, lines) => insertRows(tx, 'paper_interest', lines),
})
