import type { ActivityTables } from '../activity/index.ts'
import type { AwardTables } from '../awards/index.ts'
import type { SignInTables } from '../sign-in/index.ts'
import type { ReconcileTables } from './tables.ts'

/** The tables that the desk looks into. */
export type MoneyDeskTables = AwardTables & ActivityTables & SignInTables & ReconcileTables
