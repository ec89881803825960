import {
  howLong,
  neverConfirmedFor,
  providerTables,
  type Retention,
  timeInWords,
} from '@corroborate/server-kit/retention'
import type { Settings } from '@corroborate/server-kit/settings'
import { siteTables } from '../../kit/retention/index.ts'

/** Tables that hold something only where a service outside is not set up. */
const withoutServices = new Set(['mailbox_messages', 'sandbox_records'])

/** Lists stored personal data with retention periods for `/privacy`, from the settings used by both servers' purges. Pure. */
export const keptOfPeople = ({ mail }: Pick<Settings, 'mail'>): readonly { what: string; howLong: string }[] => {
  const tables: readonly (readonly [string, Retention])[] = [
    ...Object.entries(siteTables),
    ...Object.entries(providerTables),
  ]
  const lines = tables
    .filter(([table, { of }]) => of === 'people' && (mail.smtpUrl === undefined || !withoutServices.has(table)))
    .map(([, retention]) => ({ what: retention.what, howLong: howLong(retention) }))
  const neverConfirmed = {
    what: 'Unverified email address',
    howLong: `${timeInWords(neverConfirmedFor)} after it was entered`,
  }
  return [...lines, neverConfirmed]
}
