import { listed, prepareQuery } from '@corroborate/server-kit/database'
import { type HttpContext, readBody } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import type { People } from '../../kit/people/index.ts'
import type { ReplicationEntry } from '../../paper/known/index.ts'
import type { NamePaper } from '../../paper/papers/index.ts'
import { readDraftText, readEntries } from './draft.ts'
import { dropDraft, keepDraftAs, readDraft } from './drafts.ts'
import { noEntries } from './entries.ts'
import type { WizardProps } from './model.ts'
import { addressAmong, reproducePage } from './pages.ts'
import type { Outcome } from './report.ts'
import type { ReportTables } from './tables.ts'

export type ReproduceOptions = {
  db: Kysely<ReportTables & SignInTables>
  people: Pick<People, 'known' | 'account'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'reportDraft'>, 'require'>
  namePaper: NamePaper
  now: () => number
}

const draftBody = z.object({
  draft: z.object({ at: z.number(), step: z.int().min(0).max(6), entries: z.record(z.string(), z.unknown()) }),
})

type Fields = Readonly<Record<string, unknown>>

/** `/{doi}/reproduce`: the wizard, and the draft that it keeps in an account, for its owner alone. */
export const createReproduceCalls = ({ db, people, pages, limits, namePaper, now }: ReproduceOptions) => {
  const reports = db.$pickTables<keyof ReportTables>()

  const page: DoiHandler = async (c, doi) => {
    const person = people.known(c)
    const kept = person?.signedIn ? readDraftText(await readDraft(reports, person.key, doi)) : null
    const account = person?.signedIn ? { auditorName: person.name, auditorEmail: person.email ?? '' } : {}
    return show(c, doi, {
      entries: kept?.entries ?? { ...noEntries, ...account },
      step: kept?.step ?? 0,
      keptAt: kept?.at ?? 0,
      problems: {},
    })
  }

  const show = async (
    c: HttpContext,
    doi: Doi,
    begin: Pick<WizardProps, 'entries' | 'step' | 'keptAt' | 'problems'>,
    status = 200,
  ): Promise<Response> => {
    const person = people.known(c)
    const paper = await namePaper(c, doi)
    return pages.show(
      c,
      reproducePage,
      {
        paper,
        wizard: {
          doi,
          paperTitle: paper.title,
          action: paths.reports(doi),
          drafts: paths.reproduce(doi),
          citation: paths.cite(doi, 'csl-json'),
          signedIn: person?.signedIn ?? false,
          reader: person?.signedIn ? person.id : null,
          login: paths.login(paths.reproduce(doi)),
          ...begin,
        },
      },
      status,
    )
  }

  /** Redisplays the form without script, with its errors. */
  const showAgain = (c: HttpContext, doi: Doi, body: Fields, problems: Readonly<Record<string, string>>) =>
    show(c, doi, { entries: readEntries(body), step: 0, keptAt: now(), problems }, 400)

  /** `POST`: keeps a draft, in place of the one before. */
  const keep: DoiHandler = async (c, doi) => {
    const person = people.account(c)
    const { draft } = await readBody(c, draftBody)
    await limits.require('reportDraft', person.key)
    const at = now()
    const text = JSON.stringify({ at, step: draft.step, entries: readEntries(draft.entries) })
    await keepDraftAs(db, person, { doi, draft: text, now: at })
    c.header('Cache-Control', 'no-store')
    return c.json({ kept: at })
  }

  /** `DELETE`: lets go of it. */
  const discard: DoiHandler = async (c, doi) => {
    const person = people.account(c)
    await limits.require('reportDraft', person.key)
    await dropDraft(reports, person.key, doi)
    return c.body(null, 204)
  }

  return { page, showAgain, keep, discard }
}

/** Up to this number of reports on a paper, all are listed on its page. */
const fewReports = 5
/** Above it, only this number of the newest are listed; the others are counted by outcome. */
const newestTold = 3

/**
 * Returns the approved reports on papers as replications. For a single paper's page the newest are listed; for lists of papers all are
 * counted. Queries are compiled once and use an index, whatever the number of reports.
 */
export const attemptsReader = (db: Kysely<ReportTables>): ((dois: readonly Doi[]) => Promise<ReplicationEntry[]>) => {
  const counted = approved(db)
    .select(['doi', 'outcome', isCounted])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('latest')])
    .groupBy(['doi', 'outcome', 'counted'])
    .orderBy('outcome')
    .orderBy('counted', 'desc')
  const newest = approved(db).orderBy('approved_at', 'desc').orderBy('id')
  const readCounts = prepareQuery(db, (json: string) => counted.where('doi', 'in', listed(db, json)))
  const readOthers = prepareQuery(db, (doi: string) =>
    counted.where('doi', '=', doi).where('id', 'not in', newest.select('id').where('doi', '=', doi).limit(newestTold)),
  )
  const readNewest = prepareQuery(db, (doi: string) =>
    newest
      .select(['id', 'name', 'sha256', 'canonical_sha256 as canonicalSha256', 'outcome', 'created_at', isCounted])
      .where('doi', '=', doi)
      .limit(fewReports + 1),
  )
  const ofPage = async (doi: Doi): Promise<ReplicationEntry[]> => {
    const [found, others] = await Promise.all([readNewest(doi), readOthers(doi)])
    return found.length <= fewReports
      ? toldOf(doi, found)
      : [...toldOf(doi, found.slice(0, newestTold)), ...others.map(each => othersOf(doi, each))]
  }
  const ofList = async (dois: readonly Doi[]): Promise<ReplicationEntry[]> =>
    (await readCounts(JSON.stringify(dois))).map(each => othersOf(each.doi as Doi, each))

  return dois => {
    const [first, ...others] = dois
    return first !== undefined && others.length === 0 ? ofPage(first) : ofList(dois)
  }
}

const approved = (db: Kysely<ReportTables>) => db.selectFrom('reports').where('approved_at', 'is not', null)

/** 1: two moderators have approved it, and its material is public. */
const isCounted = sql<0 | 1>`case when counted_at is null then 0 else 1 end`.as('counted')

type Ended = { outcome: Outcome; counted: 0 | 1 }

const attempt = (doi: Doi, { outcome, counted }: Ended, at: number) => ({
  originalDoi: doi,
  replicationDoi: null,
  type: 'reproduction',
  outcome,
  quote: null,
  originalTitle: null,
  originalYear: null,
  replicationYear: new Date(at).getUTCFullYear(),
  source: 'report' as const,
  ...(counted === 0 && { isUncounted: true as const }),
})

const entryOf = (
  doi: Doi,
  ended: Ended,
  at: number,
  { name, address }: { name: string | null; address: string },
): ReplicationEntry => ({
  ...attempt(doi, ended, at),
  replicationUrl: address,
  replicationTitle: name === null ? 'A reproduction report' : `A reproduction report by ${name}`,
  replicationDate: new Date(at).toISOString().slice(0, 10),
})

type Told = {
  id: string
  name: string | null
  sha256: string
  canonicalSha256: string
  outcome: Outcome
  counted: 0 | 1
  created_at: number
}

const toldOf = (doi: Doi, reports: readonly Told[]): ReplicationEntry[] => {
  const addressOf = addressAmong(doi, reports)
  return reports.map(report =>
    entryOf(doi, report, report.created_at, { name: report.name, address: addressOf(report) }),
  )
}

/** Reports that ended alike, `latest` of them the last: the list of all is where they are. */
const othersOf = (
  doi: Doi,
  { count, latest, ...ended }: Ended & { count: number; latest: number },
): ReplicationEntry => ({
  ...attempt(doi, ended, latest),
  replicationUrl: `${paths.reports(doi)}#${ended.outcome}`,
  replicationTitle: count === 1 ? 'Another reproduction report' : `${count} more reproduction reports`,
  count,
})
