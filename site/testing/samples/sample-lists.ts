import type { BooksPageModel } from '../../money/books/model.ts'
import type { ModerationPageModel } from '../../readers/moderation/index.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' as const })

const line = (
  at: string,
  kind: BooksPageModel['lists'][number]['lines'][number]['kind'],
  money: number,
  balance: number,
) => ({
  ...{ at, kind, part: 'funds' as const, doi: '10.1257/aer.100.2.573', name: null },
  ...{ money: usd(money), moved: usd(Math.abs(money) || 5_000), balance: usd(balance) },
})

/** The ledger of all funds. */
export const sampleBooks: BooksPageModel = {
  of: null,
  sums: {
    held: [usd(129_000)],
    given: [usd(184_000)],
    moved: [],
    awarded: [usd(-50_000)],
    paidOut: [usd(50_000)],
    gone: [usd(-5_000)],
    fees: [usd(5_400)],
  },
  part: null,
  lists: [
    {
      part: 'funds',
      lines: [
        { ...line('2026-11-20', 'payment', 5_000, 129_000), name: 'Ada Lovelace', doi: null },
        line('2026-11-12', 'top-up', 0, 124_000),
        line('2026-09-03', 'award', -50_000, 124_000),
        line('2025-12-24', 'refund', -5_000, 174_000),
      ],
      next: '/books?part=funds&before=1',
    },
    { part: 'payouts', lines: [], next: null },
    { part: 'fees', lines: [], next: null },
  ],
  first: null,
  csv: '/books.csv',
  json: '/books.json',
  isSandbox: true,
}

/** Two months of moderation. */
export const sampleModeration: ModerationPageModel = {
  months: ['November 2026', 'October 2026'].map(month => ({
    month,
    kinds: [
      {
        ...{ kind: 'comment', approved: 41, rejected: 6, spam: 3, undone: 1 },
        reasons: [
          { words: 'It is not about this paper', count: 4 },
          { words: 'It cannot be checked as it stands', count: 2 },
        ],
      },
      { kind: 'audit', approved: 4, rejected: 0, spam: 0, undone: 0, reasons: [] },
    ],
  })),
}
