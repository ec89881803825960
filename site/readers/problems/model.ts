import type { PaperNamed } from '../../paper/papers/index.ts'

/** The form to report a problem, or that it was sent. Plain data. */
export type ProblemPageModel = {
  paper: PaperNamed
  /** Type about: as the form sends it, what it is called and where it stands. */
  about: { value: string; words: string; href: string }
  action: string
  /** Logged in, so that the answer goes to the address of the account. */
  signedIn: boolean
  draft: { words: string; email: string }
  /** Why it could not be sent. */
  problem: string | null
  isSent: boolean
  /** Contact address of the operators; null if not configured. */
  contact: string | null
}
