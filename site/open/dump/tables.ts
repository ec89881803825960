import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { BountyTables } from '../../money/bounties/index.ts'
import type { ContributionTables } from '../../money/contributions/index.ts'
import type { LedgerTables } from '../../money/ledger/store.ts'
import type { PaymentTables } from '../../money/payments/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { CitationTables } from '../../paper/citations/index.ts'
import type { KnownTables, SourceTables } from '../../paper/known/index.ts'
import type { PaperTables } from '../../paper/papers/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ModerationTables } from '../../readers/moderation/index.ts'
import type { NoteTables } from '../../readers/notes/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { VoteTables } from '../../readers/votes/store.ts'

/** The tables that public pages are made of, and those that a restored site needs beside them. */
export type DumpTables = PaperTables &
  KnownTables &
  SourceTables &
  ActivityTables &
  CitationTables &
  VoteTables &
  NoteTables &
  ClaimTables &
  ReportTables &
  ModerationTables &
  LedgerTables &
  PaymentTables &
  ContributionTables &
  BountyTables &
  OutboxTables
