export { type Account, bountyOf, doiOfFund, type Fund } from './accounts.ts'
export {
  bookEntry,
  type EntryKind,
  type LedgerTables,
  ledgerMigration,
  type NewEntry,
  readBalances,
  readFund,
} from './store.ts'
