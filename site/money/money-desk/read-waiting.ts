import type { Kysely } from 'kysely'
import { formatAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import { readReports } from '../../readers/reports/index.ts'
import { letIn, type Proposal, partIn, partsOf, readTies } from '../awards/index.ts'
import type { MoneyDeskTables } from './database.ts'
import type { WaitingProposal } from './model.ts'
import { readReporterFacts } from './read-reporters.ts'
import { shownReport } from './shown-report.ts'

type Db = Kysely<MoneyDeskTables>

/** Why a moderator may not decide about the bounty of a paper; null where they may. */
export const readBarred = async (db: Db, moderator: string, doi: Doi): Promise<string | null> =>
  partIn(await readTies(db, moderator, doi))

/** Reads a proposal as shown to a moderator. `paper` and `by`: display names of its paper and author. */
export const readWaiting = async (
  db: Db,
  proposal: Proposal,
  { moderator, paper, by }: Pick<WaitingProposal, 'paper' | 'by'> & { moderator: string },
): Promise<WaitingProposal> => {
  const { parts, approvers } = await readParts(db, proposal)
  const hasLetIn = proposal.kind === 'award' && approvers.includes(moderator)
  return {
    id: proposal.id,
    version: proposal.version,
    kind: proposal.kind,
    paper,
    amount: formatAmount(proposal),
    why: proposal.why,
    by,
    day: dayInWords(proposal.proposed_at),
    isOwn: proposal.proposed_by === moderator,
    barred: (await readBarred(db, moderator, proposal.doi as Doi)) ?? (hasLetIn ? letIn : null),
    parts,
  }
}

const readParts = async (
  db: Db,
  { id, doi, currency }: Proposal,
): Promise<Pick<WaitingProposal, 'parts'> & { approvers: readonly (string | null)[] }> => {
  const parts = await partsOf(db, id)
  const reports = await readReports(
    db,
    parts.map(({ report }) => report),
  )
  const facts = await readReporterFacts(db, reports)
  const shown = parts.map(({ report: of, amount }) => {
    const report = reports.find(each => each.id === of)
    const { name, href } =
      report === undefined ? { name: 'a report that was deleted', href: paths.paper(doi as Doi) } : shownReport(report)
    return { name, href, amount: formatAmount({ amount, currency }), facts: facts.get(of)?.words ?? '' }
  })
  return { parts: shown, approvers: [...facts.values()].map(({ approver }) => approver) }
}
