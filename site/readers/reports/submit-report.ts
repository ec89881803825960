import { randomBytes, randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account, People } from '../../kit/people/index.ts'
import type { SubmitClaim } from '../claims/index.ts'
import {
  line,
  mailOf,
  problemsIn,
  prose,
  readSignals,
  required,
  requiredLine,
  requiredProse,
  sha256,
  sharedFields,
} from '../claims-and-reports/fields.ts'
import { requireMaySend, type SendingGuard } from '../claims-and-reports/limits.ts'
import { type ModerationTables, requireMayWrite, type Signal, submit } from '../moderation/index.ts'
import { readFormFields } from './draft.ts'
import { dropDraft } from './drafts.ts'
import { packageHash } from './package-hash.ts'
import { reportPath } from './pages.ts'
import { mostFiles, mostResults, outcomes, platforms, type ReportContent, verdicts } from './report.ts'
import { keepReport } from './store.ts'
import { canonicalForm, type ReportTables } from './tables.ts'

const result = z.object({
  claim: requiredLine(300),
  published: line(300).default(''),
  obtained: line(300).default(''),
  verdict: z.enum(verdicts, { error: 'must be "same", "differs" or "unclear"' }),
})

const size = { error: 'a size is a whole number of bytes' }
const file = z.object({ name: requiredLine(300), size: z.int(size).min(0, size).nullable().default(null), sha256 })

/** Body of a report (SPEC §3, §5); `results` and `files` are our extensions. */
export const reportBody = z.object({
  status: z.enum(outcomes, { error: ({ input }) => (input === '' ? required : unknownStatus) }),
  ...sharedFields,
  auditorEmail: requiredLine(320).refine(text => mailOf(text) !== null, { error: 'Invalid email address' }),
  platform: z.enum(platforms, { error: ({ input }) => (input ? unknownPlatform : required) }),
  environmentDetails: requiredProse(5_000),
  approach: requiredProse(5_000),
  codeChanges: prose(5_000)
    .nullish()
    .transform(text => text || null),
  auditReport: requiredProse(15_000),
  results: z
    .array(result, { error: 'must be a list' })
    .max(mostResults, `more than ${mostResults} results`)
    .default([]),
  files: z.array(file, { error: 'must be a list' }).max(mostFiles, `more than ${mostFiles} files`).default([]),
  /** Files that were chosen and not read: with any, the report would be without their fingerprint. */
  unreadFiles: z
    .array(z.string())
    .max(0, 'these files could not be read completely; choose them again or remove them')
    .optional(),
})

const unknownPlatform = 'must be "windows", "macos", "linux" or "other"'
const unknownStatus = 'must be "pending" for a claim, or "success", "partial", "failed" or "unclear" for a report'

type ReportBody = z.output<typeof reportBody>

export type SubmitReportOptions = {
  db: Kysely<ReportTables & ModerationTables & SignInTables>
  people: Pick<People, 'account'>
  guard: SendingGuard
  submitClaim: SubmitClaim
  /** Redisplays the form with errors, for clients without script. */
  showAgain: (c: HttpContext, doi: Doi, body: Fields, problems: Readonly<Record<string, string>>) => Promise<Response>
  now: () => number
}

type Fields = Readonly<Record<string, unknown>>

/**
 * `POST /{doi}/audit/` (SPEC §7), JSON or a form: a claim where the status is `pending`, else a report. Answered only after it is on
 * the disk and before the moderators; sent again, it is the same one.
 */
export const createSubmitReportCall =
  ({ db, people, guard, submitClaim, showAgain, now }: SubmitReportOptions) =>
  async (c: HttpContext, doi: Doi, rest: string): Promise<Response> => {
    if (rest !== '') throw new HttpProblem(405, 'Submit reports to the address that ends in /audit/.')
    const person = people.account(c)
    const sent = await readBody(c, z.record(z.string(), z.unknown()))
    const body = isFormPost(c)
      ? readFormFields(sent, files => packageHash(files) ?? randomBytes(32).toString('hex'))
      : sent
    if (body.status === 'pending') return submitClaim(c, doi, person, body)

    const parsed = reportBody.safeParse(body)
    const problems = parsed.success ? problemsWith(doi, parsed.data) : problemsIn(parsed.error)
    const [first] = Object.entries(problems)
    if (first !== undefined) {
      if (isFormPost(c) && wantsPage(c)) return showAgain(c, doi, body, problems)
      throw new HttpProblem(400, `Invalid ${first[0]}: ${first[1]}.`, { kind: 'invalid-input' })
    }
    await requireMayWrite(db.$pickTables<keyof ModerationTables>(), person)
    await requireMaySend(guard, c, person, doi)
    const report = parsed.data as ReportBody
    const at = now()
    const signals = await readSignals(db.$pickTables<keyof ModerationTables>(), person, {
      text: report.auditReport,
      lacksMaterial: report.reproducibilityPackage === null && report.files.length === 0,
    })
    const { id } = await runTransaction(db, async tx => {
      await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), person)
      const locale = localeOf(c.req.header('Accept-Language'))
      const reports = tx.$pickTables<keyof (ReportTables & ModerationTables)>()
      return addReport(reports, { doi, person, report, locale, signals }, at)
    })
    const path = reportPath(doi, report.sha256)
    c.header('Cache-Control', 'no-store')
    if (isFormPost(c) && wantsPage(c)) return c.redirect(path, 303)
    return c.json({ id, status: 'pending', sha256: report.sha256, audit: path }, 200)
  }

const problemsWith = (doi: Doi, report: ReportBody): Record<string, string> =>
  report.doi !== null && report.doi !== doi ? { doi: 'it is not the paper of this address' } : {}

/** Stores a report, submits it for moderation, and deletes its draft, in the caller's transaction. */
export const addReport = async (
  tx: Transaction<ReportTables & ModerationTables>,
  {
    doi,
    person,
    report,
    locale,
    signals,
  }: { doi: Doi; person: Pick<Account, 'key'>; report: ReportBody; locale: Locale; signals: readonly Signal[] },
  now: number,
): Promise<{ id: string; isNew: boolean }> => {
  const reports = tx.$pickTables<keyof ReportTables>()
  const content = contentOf(doi, report)
  const kept = await keepReport(
    reports,
    {
      id: randomUUID(),
      author: person.key,
      name: report.auditorName,
      email: mailOf(report.auditorEmail) ?? report.auditorEmail,
      content,
      canonical: canonicalForm(content),
    },
    now,
  )
  if (kept.isNew)
    await submit(tx.$pickTables<keyof ModerationTables>(), {
      kind: 'audit',
      id: kept.id,
      doi,
      writer: person.key,
      locale,
      signals,
      now,
    })
  await dropDraft(reports, person.key, doi)
  return kept
}

const contentOf = (
  doi: Doi,
  { auditorName: _, auditorEmail: __, doi: ___, unreadFiles: ____, ...content }: ReportBody,
): ReportContent => ({
  ...content,
  doi,
})
