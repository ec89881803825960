export { type Account, bountyOf, doiOfFund, type Fund } from './accounts.ts'
export {
  bookEntry,
  type EntryKind,
  type LedgerTables,
  ledgerAccountsMigration,
  ledgerMigration,
  type NewEntry,
  readBalances,
  readFund,
  readFunds,
} from './store.ts'
