import type { PaperNamed } from '../../paper/papers/index.ts'
import type { DraftNoticeModel } from '../drafts/model.ts'
import type { ClaimState } from './rules.ts'

/** A claim as shown: anonymous by choice. Formatted date. */
export type ShownClaim = { name: string | null; until: string; isMine: boolean }

/** Claims section of a paper's page. Plain data. */
export type ClaimSectionProps = {
  claims: readonly ShownClaim[]
  claim: string
  reproduce: string
}

/** The user's own claim on a paper. Formatted dates. */
export type OwnClaim = { state: ClaimState; claimedOn: string; until: string; isRenewable: boolean; plan: string }

export type ClaimPageModel = {
  paper: PaperNamed
  /** The reader's latest claim, unless they ended it. */
  own: OwnClaim | null
  claims: readonly ShownClaim[]
  form: ClaimFormProps
  reproduce: string
  notice: string | null
  /** Notice of a draft filled in by an assistant. */
  assistant: DraftNoticeModel | null
}

export type ClaimFormProps = {
  doi: string
  /** Submit URL, and the paper's page afterwards. */
  action: string
  done: string
  signedIn: boolean
  /** User id of the account that the page was made for. */
  reader: string | null
  login: string
  name: string
  email: string
  /** Initial content of the form; empty unless an assistant wrote it. */
  plan: string
  link: string
  /** Storage key of the draft, separate for each assistant draft. */
  keptAs: string
}
