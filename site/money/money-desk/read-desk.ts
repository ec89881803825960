import type { Kysely } from 'kysely'
import { formatAmount, formatAmounts } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { readModeratorNames } from '../../readers/moderation/index.ts'
import { type Proposal, waitingProposals } from '../awards/index.ts'
import { readAvailable } from '../bounties/index.ts'
import { readActs } from '../money-log/index.ts'
import type { MoneyDeskTables } from './database.ts'
import type { Awardable, MoneyDeskModel } from './model.ts'
import { readAwardable, readCandidates } from './read-awardable.ts'
import { readDue, showDue } from './read-due.ts'
import { loggedInWords, readDisputes, readReturns } from './read-lists.ts'
import { readBarred, readWaiting } from './read-waiting.ts'
import { lastReconciled, type Reconciled } from './tables.ts'

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
    log: acts.map(act => loggedInWords(act, nameOf)),
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
  found === null ? null : { day: dayInWords(found.at), problem: found.problem, differences: found.differences ?? [] }
