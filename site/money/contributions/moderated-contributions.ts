import { listed } from '@corroborate/server-kit/database'
import { formatAmount } from '../../kit/amounts/index.ts'
import type { Moderated } from '../../readers/moderation/index.ts'
import { readText } from '../../readers/written-text/read-text.ts'
import type { ContributionTables } from './store.ts'

/** Contributors' names and messages, shown after a moderator approves them. The money counts at once. */
export const moderatedContributions: Moderated<ContributionTables> = {
  kind: 'contribution',
  async read(db, ids) {
    const rows = await db
      .selectFrom('contributions')
      .selectAll()
      .where('id', 'in', listed(db, JSON.stringify(ids)))
      .execute()
    return new Map(
      rows.map(({ id, name, message, paid_amount: amount, paid_currency }) => [
        id,
        {
          author: name ?? 'Unnamed',
          authorIsChecked: name === null,
          paragraphs: readText(message ?? ''),
          facts:
            paid_currency === null
              ? []
              : [{ label: 'Contributed', value: formatAmount({ amount, currency: paid_currency }) }],
        },
      ]),
    )
  },
  async settle(tx, { id, to, at }) {
    const public_at = to === 'approved' ? at : null
    await tx.updateTable('contributions').set({ public_at }).where('id', '=', id).execute()
  },
}
