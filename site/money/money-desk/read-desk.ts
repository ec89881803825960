import type { Kysely } from 'kysely'
import { formatAmount, formatAmounts, plainAmount } from '../../kit/amounts/format.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { readModeratorNames } from '../../readers/moderation/index.ts'
import { outcomeHeadline, readReports, reportPath, type StoredReport } from '../../readers/reports/index.ts'
import { letIn, type Proposal, partIn, partsOf, readTies, waitingProposals } from '../awards/index.ts'
import { readAvailable, readBountyStatus } from '../bounties/index.ts'
import { readActs } from '../money-log/store.ts'
import type { Awardable, MoneyDeskModel, MoneyDeskTables, WaitingProposal } from './database.ts'
import { readDue, readReporterFacts, showDue } from './read-due.ts'
import { formatLogged, readDisputes, readReturns } from './read-lists.ts'
import { lastReconciled, type Reconciled } from './tables.ts'

/** A report as the desk names it. */
const shownReport = ({
  id,
  name,
  doi,
  sha256,
  outcome,
  content,
}: StoredReport): Pick<Awardable['reports'][number], 'id' | 'name' | 'headline' | 'href'> => ({
  id,
  name: name ?? 'a deleted account',
  headline: outcomeHeadline(outcome, content.results),
  href: reportPath(doi, sha256),
})

/** So many bounties on the desk, and so many reports of each. */
const mostBounties = 20
const mostReports = 50

/** Returns papers with money in their bounty and an approved report by a payable author, largest bounty first. */
const readCandidates = async (db: Db): Promise<Doi[]> => {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('paper_interest', 'paper_interest.doi', 'reports.doi')
    .select('reports.doi')
    .where('reports.approved_at', 'is not', null)
    .where('reports.author', 'is not', null)
    .where('paper_interest.bounty', '>', 0)
    .groupBy(['reports.doi', 'paper_interest.bounty'])
    .orderBy('paper_interest.bounty', 'desc')
    .orderBy('reports.doi')
    .limit(mostBounties)
    .execute()
  return rows.map(({ doi }) => doi as Doi)
}

/** Returns a bounty with its awardable reports; null if it has no money or no report by a payable author. */
export const readAwardable = async (
  db: Db,
  doi: Doi,
  { title, barred, moderator, now }: { title: string; barred: string | null; moderator: string; now: number },
): Promise<Awardable | null> => {
  const [{ available, holds }, reports] = await Promise.all([readBountyStatus(db, doi, now), readApproved(db, doi)])
  if (available.length === 0 || reports.length === 0) return null
  const [hold] = holds
  const facts = await readReporterFacts(db, reports)
  return {
    doi,
    paper: { title, href: paths.paper(doi) },
    available: formatAmounts(available),
    currencies: available.map(money => ({ code: money.currency, most: plainAmount(money) })),
    held: hold === undefined ? null : `Reserved for ${hold.name ?? 'a claim'} until ${formatDay(hold.until)}`,
    barred,
    reports: reports.map(report => {
      const { words = '', approver = null } = facts.get(report.id) ?? {}
      return { ...shownReport(report), facts: words, isLetIn: approver === moderator }
    }),
  }
}

const readApproved = async (db: Db, doi: Doi): Promise<StoredReport[]> => {
  const ids = await db
    .selectFrom('reports')
    .select('id')
    .where('doi', '=', doi)
    .where('approved_at', 'is not', null)
    .where('author', 'is not', null)
    .orderBy('created_at')
    .limit(mostReports)
    .execute()
  return readReports(
    db,
    ids.map(({ id }) => id),
  )
}

/** Why a moderator may not decide about the bounty of a paper; null where they may. */
const readBarred = async (db: Db, moderator: string, doi: Doi): Promise<string | null> =>
  partIn(await readTies(db, moderator, doi))

/** Reads a proposal as shown to a moderator. `paper` and `by`: display names of its paper and author. */
const readWaiting = async (
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
    day: formatDay(proposal.proposed_at),
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

type Db = Kysely<MoneyDeskTables>
export type DeskSources = {
  db: Db
  summaries: ReadSummaries
  /** The site's own. */
  currency: string
  isSandbox: boolean
  now: () => number
}

const mostWaiting = 50
const mostLogged = 30

export const readDesk = async (
  { db, summaries, currency, isSandbox, now }: DeskSources,
  moderator: string,
): Promise<Omit<MoneyDeskModel, 'notice' | 'topUp'>> => {
  const [proposals, candidates, payouts, returns, disputes, pool, found, acts] = await Promise.all([
    waitingProposals(db, mostWaiting),
    readCandidates(db),
    readDue(db),
    readReturns(db),
    readDisputes(db, currency),
    readAvailable(db, 'pool'),
    lastReconciled(db),
    readActs(db, { limit: mostLogged }),
  ])
  const dois = [...proposals, ...payouts].map(({ doi }) => doi)
  const titles = await summaries([...new Set([...dois, ...candidates])] as Doi[])
  const titleOf = (doi: string): string => titles.get(doi as Doi)?.title ?? doi
  const paperOf = (doi: string) => ({ title: titleOf(doi), href: paths.paper(doi as Doi) })
  const names = await readModeratorNames(db.$pickTables<'accounts'>(), [
    ...proposals.flatMap(({ proposed_by: by }) => by ?? []),
    ...acts.flatMap(({ account }) => account ?? []),
  ])
  const nameOf = (account: string | null): string =>
    account === null ? 'a deleted account' : (names.get(account) ?? 'a moderator')

  return {
    waiting: await Promise.all(
      proposals.map(proposal => {
        const named = { paper: paperOf(proposal.doi), by: nameOf(proposal.proposed_by) }
        return readWaiting(db, proposal, { moderator, ...named })
      }),
    ),
    awardable: await readAllAwardable(db, candidates, proposals, { titleOf, moderator, now: now() }),
    payouts: await showDue(db, payouts, moderator, paperOf),
    returns,
    disputes,
    pool: {
      available: pool.length === 0 ? formatAmount({ amount: 0, currency }) : formatAmounts(pool),
      currency: currency.toUpperCase(),
    },
    reconciled: reconciledInWords(found),
    log: acts.map(act => formatLogged(act, nameOf)),
    isSandbox,
  }
}

/** The bounties about which no award waits for a second moderator. */
const readAllAwardable = async (
  db: Db,
  candidates: readonly Doi[],
  proposals: readonly Proposal[],
  { titleOf, moderator, now }: { titleOf: (doi: string) => string; moderator: string; now: number },
): Promise<Awardable[]> => {
  const asked = new Set(proposals.filter(({ kind }) => kind === 'award').map(({ doi }) => doi))
  const all = await Promise.all(
    candidates
      .filter(doi => !asked.has(doi))
      .map(async doi =>
        readAwardable(db, doi, { title: titleOf(doi), barred: await readBarred(db, moderator, doi), moderator, now }),
      ),
  )
  return all.filter(awardable => awardable !== null)
}

const reconciledInWords = (found: Reconciled | null): MoneyDeskModel['reconciled'] =>
  found === null ? null : { day: formatDay(found.at), problem: found.problem, differences: found.differences ?? [] }
