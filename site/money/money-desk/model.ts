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
  /** `facts`: who approved the report, the age of its writer's account, and blocks, in words. */
  parts: readonly { name: string; href: string; amount: string; facts: string }[]
}

/** A bounty of which reports can be awarded. `currencies`: what there is of each, as a number of whole units. */
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
  /** Who approved the report, the age of its writer's account, and blocks, in words. */
  facts: string
  amount: string
  day: string
  state: 'due' | 'sending' | 'stopped'
  standing: string
  /** For payment by hand: what they say. */
  details: string | null
  problem: string | null
  /** Whether somebody wants it taken back, and another one has to decide. */
  isQuestioned: boolean
  /** Whether it waits because its report is not approved any more, or its writer was blocked. */
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
