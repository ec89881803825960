import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { AwardTables } from '../awards/index.ts'
import type { ReconcileTables } from './tables.ts'

/** The tables that the desk looks into. */
export type MoneyDeskTables = AwardTables & ActivityTables & SignInTables & ReconcileTables
