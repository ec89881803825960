import { type Kysely, sql } from 'kysely'
import { formatAmount, formatAmounts, plainAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { type KeptReport, outcomeHeadline, readReports, reportPath } from '../../readers/reports/index.ts'
import { type Proposal, partIn, partsOf, readTies, waitingProposals } from '../awards/index.ts'
import { readAvailable, readStanding } from '../bounties/index.ts'
import { doiOfFund } from '../ledger/index.ts'
import { type LoggedAct, readActs } from '../money-log/index.ts'
import type { Payout } from '../payouts/index.ts'
import type { MoneyDeskTables } from './database.ts'
import type { Awardable, DuePayout, ListedMoney, MoneyDeskModel, WaitingProposal } from './model.ts'
import { lastReconciled } from './tables.ts'

type Db = Kysely<MoneyDeskTables>
type Options = { db: Db; summaries: ReadSummaries; currency: string; isSandbox: boolean; now: () => number }

/** So many of each thing on the page. */
const most = 50
const mostAwardable = 20
const mostLogged = 30

/** Reads what the desk shows to one moderator. */
export const createReadDesk = ({ db, summaries, currency, isSandbox, now }: Options) => {
  const read = async (moderator: string): Promise<Omit<MoneyDeskModel, 'notice' | 'topUp'>> => {
    const [proposals, candidates, payouts, returns, disputes, pool, found, acts] = await Promise.all([
      waitingProposals(db, most),
      readCandidates(),
      readDue(),
      db.selectFrom('returns').selectAll().orderBy('planned_at', 'desc').orderBy('id').limit(most).execute(),
      readDisputes(),
      readAvailable(db, 'pool'),
      lastReconciled(db),
      readActs(db, { limit: mostLogged }),
    ])
    const dois = [...proposals, ...payouts, ...acts].flatMap(({ doi }) => doi ?? [])
    const titles = await summaries([...new Set([...dois, ...candidates])] as Doi[])
    const titleOf = (doi: string): string => titles.get(doi as Doi)?.title ?? doi
    const paperOf = (doi: string) => ({ title: titleOf(doi), href: paths.paper(doi as Doi) })
    const nameOf = await readNames([
      ...proposals.flatMap(({ proposed_by: by }) => by ?? []),
      ...acts.flatMap(({ account }) => account ?? []),
    ])

    const barredOf = async (doi: Doi) => partIn(await readTies(db, moderator, doi))
    const waiting = await Promise.all(
      proposals.map(async proposal =>
        waitingOf(proposal, {
          paper: paperOf(proposal.doi),
          by: nameOf(proposal.proposed_by),
          moderator,
          barred: await barredOf(proposal.doi as Doi),
          parts: await readParts(proposal),
        }),
      ),
    )
    const asked = new Set(proposals.filter(({ kind }) => kind === 'award').map(({ doi }) => doi))
    const awardable = await Promise.all(
      candidates.filter(doi => !asked.has(doi)).map(async doi => awardableOf(doi, titleOf(doi), await barredOf(doi))),
    )
    return {
      waiting,
      awardable: awardable.flatMap(each => each ?? []),
      payouts: await duePayouts(payouts, moderator, paperOf),
      returns: returns.map(row => ({
        words: formatAmount(row),
        ...fundOf(row.fund),
        day: dayInWords(row.planned_at),
        note: returnNotes[row.state](row.problem),
      })),
      disputes,
      pool: {
        available: pool.length === 0 ? formatAmount({ amount: 0, currency }) : formatAmounts(pool),
        currency: currency.toUpperCase(),
      },
      reconciled:
        found === null
          ? null
          : { day: dayInWords(found.at), problem: found.problem, differences: found.differences ?? [] },
      log: acts.map(act => loggedOf(act, nameOf)),
      isSandbox,
    }
  }

  /** Papers whose bounty has money, and on which somebody who can be paid has an approved report. */
  const readCandidates = async (): Promise<Doi[]> => {
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
      .limit(mostAwardable)
      .execute()
    return rows.map(({ doi }) => doi as Doi)
  }

  const awardableOf = async (doi: Doi, title: string, barred: string | null): Promise<Awardable | null> => {
    const [{ available, holds }, reports] = await Promise.all([readStanding(db, doi, now()), approvedOn(doi)])
    if (available.length === 0 || reports.length === 0) return null
    const [hold] = holds
    return {
      doi,
      paper: { title, href: paths.paper(doi) },
      available: formatAmounts(available),
      currencies: available.map(money => ({ code: money.currency, most: plainAmount(money) })),
      held:
        hold === undefined ? null : `Held for ${hold.name ?? 'who claimed the paper'} until ${dayInWords(hold.until)}`,
      barred,
      reports: reports.map(reportOf),
    }
  }

  const approvedOn = async (doi: Doi): Promise<KeptReport[]> => {
    const ids = await db
      .selectFrom('reports')
      .select('id')
      .where('doi', '=', doi)
      .where('approved_at', 'is not', null)
      .where('author', 'is not', null)
      .orderBy('created_at')
      .limit(most)
      .execute()
    return readReports(
      db,
      ids.map(({ id }) => id),
    )
  }

  const readParts = async (proposal: Proposal): Promise<WaitingProposal['parts']> => {
    const parts = await partsOf(db, proposal.id)
    const reports = await readReports(
      db,
      parts.map(({ report }) => report),
    )
    return parts.map(({ report: id, amount }) => {
      const report = reports.find(each => each.id === id)
      const shown =
        report === undefined
          ? { name: 'a report that is gone', href: paths.paper(proposal.doi as Doi) }
          : reportOf(report)
      return { name: shown.name, href: shown.href, amount: formatAmount({ amount, currency: proposal.currency }) }
    })
  }

  const readDue = (): Promise<Payout[]> =>
    db
      .selectFrom('payouts')
      .selectAll()
      .where('state', 'in', ['due', 'sending', 'stopped'])
      .orderBy('awarded_at')
      .orderBy('id')
      .limit(most)
      .execute()

  const duePayouts = async (
    payouts: readonly Payout[],
    moderator: string,
    paperOf: (doi: string) => { title: string; href: string },
  ): Promise<DuePayout[]> => {
    const reports = await readReports(
      db,
      payouts.map(({ report }) => report),
    )
    const reporters = payouts.flatMap(({ reporter }) => reporter ?? [])
    const payees =
      reporters.length === 0
        ? []
        : await db.selectFrom('payees').selectAll().where('account', 'in', reporters).execute()
    return payouts.map(payout => {
      const report = reports.find(({ id }) => id === payout.report)
      const payee = payees.find(({ account }) => account === payout.reporter)
      return {
        id: payout.id,
        paper: paperOf(payout.doi),
        report: report === undefined ? paths.paper(payout.doi as Doi) : reportPath(report.doi, report.sha256),
        name: report?.name ?? 'a deleted account',
        amount: formatAmount({ amount: payout.amount - payout.sent, currency: payout.currency }),
        day: dayInWords(payout.awarded_at),
        state: payout.state as DuePayout['state'],
        standing: dueWords(payout, payee),
        details: payee?.way === 'hand' ? payee.details : null,
        problem: payout.problem,
        isQuestioned: payout.questioned !== null,
        isOwn: payout.reporter === moderator,
      }
    })
  }

  const readDisputes = async (): Promise<ListedMoney[]> => {
    const rows = await db
      .selectFrom('contributions')
      .select(['fund', 'disputed', 'paid_currency', 'paid_at'])
      .where('state', '=', sql.lit('paid' as const))
      .where('disputed', '>', 0)
      .orderBy('paid_at', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ fund, disputed: amount, paid_currency, paid_at }) => ({
      words: formatAmount({ amount, currency: paid_currency ?? currency }),
      ...fundOf(fund),
      day: dayInWords(paid_at ?? 0),
      note: 'Answer it in Stripe’s dashboard.',
    }))
  }

  /** The names of moderators, by their keys; their addresses are nobody's business. */
  const readNames = async (keys: readonly string[]): Promise<(key: string | null) => string> => {
    const ids = [...new Set(keys)].map(key => key.slice(accountKey('').length))
    const rows =
      ids.length === 0
        ? []
        : await db.selectFrom('accounts').select(['user_id', 'name']).where('user_id', 'in', ids).execute()
    const names = new Map(rows.map(({ user_id, name }) => [accountKey(user_id), name]))
    return key => (key === null ? 'a deleted account' : (names.get(key) ?? '') || 'a moderator')
  }

  return read
}

const reportOf = ({ id, name, doi, sha256, outcome, content }: KeptReport) => ({
  id,
  name: name ?? 'a deleted account',
  headline: outcomeHeadline(outcome, content.results),
  href: reportPath(doi, sha256),
})

const waitingOf = (
  { id, version, kind, why, proposed_at, proposed_by, ...proposal }: Proposal,
  { moderator, ...told }: Pick<WaitingProposal, 'paper' | 'by' | 'barred' | 'parts'> & { moderator: string },
): WaitingProposal => ({
  id,
  version,
  kind,
  amount: formatAmount(proposal),
  why,
  day: dayInWords(proposed_at),
  isOwn: proposed_by === moderator,
  ...told,
})

const dueWords = (
  { state, questioned }: Payout,
  payee: { way: 'stripe' | 'hand' | null; ready: number } | undefined,
): string => {
  if (questioned !== null) return 'Somebody wants it taken back: decide above'
  if (state === 'sending') return 'Stripe is sending it'
  if (state === 'stopped') return 'Came back: see to it, then pay again'
  if (payee === undefined || payee.way === null) return 'Has not said yet how to be paid'
  if (payee.way === 'hand') return 'To be paid by hand'
  return payee.ready === 1 ? 'Stripe sends it soon' : 'Has not finished at Stripe'
}

const returnNotes = {
  planned: () => 'On its way back',
  refunded: () => 'Went back',
  'to-pool': (problem: string | null) => (problem === null ? 'Back in the pool' : `To the pool: ${problem}`),
} as const

const fundOf = (fund: string): { fund: string; href: string } => {
  const doi = doiOfFund(fund)
  return doi === null
    ? { fund: 'the pool', href: paths.books({ pool: true }) }
    : { fund: doi, href: paths.books({ doi }) }
}

const loggedOf = (
  { at, actor, account, act, doi, why, words }: LoggedAct,
  nameOf: (key: string | null) => string,
): MoneyDeskModel['log'][number] => ({
  words,
  act: actWords[act],
  by: actor === 'site' ? 'the site' : actor.startsWith('operator:') ? actor.slice('operator:'.length) : nameOf(account),
  why,
  day: dayInWords(at),
  href: doi === null ? null : paths.paper(doi as Doi),
})

const actWords: Readonly<Record<LoggedAct['act'], string>> = {
  propose: 'Proposed',
  confirm: 'Confirmed',
  reject: 'Rejected',
  'take-back': 'Taken back',
  decline: 'Declined',
  forget: 'Let go',
  'payout-done': 'Paid',
  'payout-again': 'To pay again',
  refund: 'Refund',
  expire: 'Expired',
  'to-pool': 'To the pool',
  reconcile: 'Compared',
}
