import { createHash } from 'node:crypto'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import { countVerdicts, type JudgedFile, type JudgedReference } from '../judge.ts'
import { printable, printableJson } from '../printable.ts'
import { isReported, meanings, type ReportedStatus, reportedStatuses } from '../statuses.ts'
import { version } from '../version.ts'
import { asText, lineOf, pageOf, type Report, says, sumsOf } from './text.ts'

/**
 * Formats a report as GitHub Actions workflow commands, which become line annotations in a pull request. Accepted references get none.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
const asGithub = ({ files }: Report): string => {
  const commands = files.flatMap(file =>
    file.references.flatMap(reference => {
      const command = commandOf(reference)
      if (command === null) return []
      const line = lineOf(file, reference)
      const properties = [
        `file=${escapeProperty(file.file.replaceAll('\\', '/'))}`,
        ...(line === null ? [] : [`line=${line}`]),
        `title=${escapeProperty(meanings[reference.status.key as ReportedStatus])}`,
      ]
      return [`::${command} ${properties.join(',')}::${escapeData(says(reference))}`]
    }),
  )
  return `${[...commands, sumsOf(countVerdicts(files))].join('\n')}\n`
}

const commandOf = ({ verdict }: JudgedReference): 'error' | 'warning' | null =>
  verdict === 'fail' ? 'error' : verdict === 'warn' ? 'warning' : null

/** As the runner reads it back (actions/runner, ActionCommand.cs). `printable` has left no line break. */
const escapeData = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/**
 * Formats a report as JSON: the site's response for each file, with a verdict for each reference. `version` is the version of this format.
 */
const asJson = ({ site, files }: Report): string =>
  printableJson({ version: 1, site: site.origin, files, counts: countVerdicts(files) })

/** Formats a report as SARIF 2.1.0 for code scanning: a rule per status, a result per finding. */
const asSarif = ({ site, files }: Report): string => {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Corroborate', version, informationUri: site.origin, rules: reportedStatuses.map(ruleOf) },
        },
        results: files.flatMap(file => resultsOf(file, site)),
        // Paths are relative to the working directory, as given.
        columnKind: 'utf16CodeUnits',
      },
    ],
  }
  return printableJson(log)
}

const ruleOf = (status: ReportedStatus): ReportingDescriptor => ({
  id: status,
  shortDescription: { text: meanings[status] },
})

const resultsOf = (file: JudgedFile, site: URL): Result[] => {
  const seen = new Map<string, number>()
  return file.references.flatMap(reference => {
    const { key } = reference.status
    if (!isReported(key)) return []
    const identity = `${file.file}\n${reference.doi ?? printable(reference.input)}\n${key}`
    const nth = (seen.get(identity) ?? 0) + 1
    seen.set(identity, nth)
    return [resultOf(file, reference, { rule: key, fingerprint: hash(`${identity}\n${nth}`), site })]
  })
}

type Given = { rule: ReportedStatus; fingerprint: string; site: URL }

const resultOf = (file: JudgedFile, reference: JudgedReference, { rule, fingerprint, site }: Given): Result => {
  const line = lineOf(file, reference)
  return {
    ruleId: rule,
    ruleIndex: reportedStatuses.indexOf(rule),
    level: reference.verdict === 'warn' ? 'warning' : 'error',
    message: { text: says(reference) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file.file) },
          // SARIF viewers require a line. Files without line numbers use the first.
          region: { startLine: line ?? 1 },
        },
      },
    ],
    ...(reference.doi !== null && { hostedViewerUri: pageOf(site, reference.doi) }),
    // Identifies the paper and its status rather than the line, so that a moved reference remains the same result.
    partialFingerprints: { 'corroborateReference/v1': fingerprint },
    ...(reference.verdict === 'accepted' && { suppressions: [{ kind: 'external', status: 'accepted' }] }),
  }
}

const uriOf = (file: string): string =>
  file
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const formats = { text: asText, json: asJson, sarif: asSarif, github: asGithub } as const satisfies Readonly<
  Record<string, (report: Report) => string>
>
export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as FormatName[]

/** Formats a report as text that ends with a line break, without control characters. */
export const writeReport = (format: FormatName, report: Report): string => formats[format](report)
