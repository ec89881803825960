import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { AwardTables } from '../awards/index.ts'
import type { ReconcileTables } from './tables.ts'

type Paper = { title: string; href: string }

/** Something that waits for a second moderator. Plain data, like all of it. */
export type WaitingProposal = {
  id: string
  version: number
  kind: 'award' | 'top-up' | 'withdrawal'
  paper: Paper
  amount: string
  why: string
  by: string
  day: string
  isOwn: boolean
  /** Why this moderator may not decide about it; null where they may. */
  barred: string | null
  /** `facts`: the report's approver, the age of its author's account, and blocks, as text. */
  parts: readonly { name: string; href: string; amount: string; facts: string }[]
}

/** A bounty with awardable reports. `currencies`: available amounts in whole units. */
export type Awardable = {
  doi: string
  paper: Paper
  available: string
  currencies: readonly { code: string; most: string }[]
  held: string | null
  barred: string | null
  /** `isLetIn`: this moderator approved it, and so does not decide about its award. */
  reports: readonly { id: string; name: string; headline: string; href: string; facts: string; isLetIn: boolean }[]
}

export type DuePayout = {
  id: string
  paper: Paper
  report: string
  name: string
  /** The report's approver, the age of its author's account, and blocks, as text. */
  facts: string
  amount: string
  day: string
  state: 'due' | 'sending' | 'stopped'
  standing: string
  /** Reporter's payment details for payment by hand. */
  details: string | null
  problem: string | null
  /** True if a withdrawal is proposed and awaits another moderator. */
  isQuestioned: boolean
  /** True if it is paused because its report is not approved any more or its author was blocked. */
  hasLostGround: boolean
  isOwn: boolean
}

export type ListedMoney = { words: string; fund: string; href: string; day: string; note: string | null }

export type MoneyDeskModel = {
  waiting: readonly WaitingProposal[]
  awardable: readonly Awardable[]
  payouts: readonly DuePayout[]
  returns: readonly ListedMoney[]
  disputes: readonly ListedMoney[]
  pool: { available: string; currency: string }
  topUp: { doi: string; amount: string; why: string }
  reconciled: {
    day: string
    problem: string | null
    differences: readonly { payment: string; sentence: string }[]
  } | null
  log: readonly { words: string; act: string; by: string; why: string | null; day: string; href: string | null }[]
  notice: { kind: 'done' | 'problem'; sentence: string } | null
  isSandbox: boolean
}

/** The tables that the desk looks into. */
export type MoneyDeskTables = AwardTables & ActivityTables & SignInTables & ReconcileTables
