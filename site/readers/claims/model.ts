import type { PaperNamed } from '../../paper/papers/index.ts'
import type { DraftNoticeModel } from '../drafts/index.ts'
import type { ClaimState } from './rules.ts'

/** Somebody's claim: no name where they do not wish it. The day in words. */
export type ShownClaim = { name: string | null; until: string; isMine: boolean }

/** What a paper's page says of claims, and the ways to claim it and to report. */
export type ClaimSectionProps = {
  claims: readonly ShownClaim[]
  claim: string
  reproduce: string
}

/** One's own claim on a paper. Days in words. */
export type OwnClaim = { state: ClaimState; claimedOn: string; until: string; isRenewable: boolean; plan: string }

export type ClaimPageModel = {
  paper: PaperNamed
  /** The latest claim of who asks, if it has not been ended by themselves. */
  own: OwnClaim | null
  claims: readonly ShownClaim[]
  form: ClaimFormProps
  reproduce: string
  notice: string | null
  /** Of a draft that an assistant wrote into the form. */
  assistant: DraftNoticeModel | null
}

export type ClaimFormProps = {
  doi: string
  /** Where the claim goes, and the paper's page after it. */
  action: string
  done: string
  signedIn: boolean
  /** User id of the account that the page was made for. */
  reader: string | null
  login: string
  name: string
  email: string
  /** What the form begins with; empty but where an assistant wrote it. */
  plan: string
  link: string
  /** What is typed is kept under this name, apart for each draft of an assistant. */
  keptAs: string
}
