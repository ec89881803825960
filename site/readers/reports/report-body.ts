import { z } from 'zod'
import {
  line,
  mailOf,
  prose,
  required,
  requiredLine,
  requiredProse,
  sha256,
  sharedFields,
} from '../claims-and-reports/index.ts'
import { mostFiles, mostResults, outcomes, platforms, verdicts } from './report.ts'

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

export type ReportBody = z.output<typeof reportBody>
