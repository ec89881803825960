import { parseArgs } from 'node:util'
import { CannotCheck } from './cannot-check.ts'
import { type FormatName, formatNames } from './formats/index.ts'
import { failsByDefault, reportedStatuses, type StatusKey } from './statuses.ts'

/** A parsed command line. */
export type Wish = { kind: 'help' } | { kind: 'version' } | ({ kind: 'check' } & CheckArguments)

export type CheckArguments = {
  files: readonly string[]
  site: URL
  format: FormatName
  failOn: readonly StatusKey[]
  /** The path of the baseline file, and whether it is written anew. */
  baseline: { path: string; update: boolean } | null
}

export const help = `corroborate check FILE… --site URL

Checks the references of bibliographies with a Corroborate site: BibTeX, RIS,
CSL JSON, EndNote XML, PubMed, Word, OpenDocument or plain text. The files are
sent to the site, which does not store them.

  --site URL          URL of the site; default: the environment variable CORROBORATE_URL
  --format FORMAT     ${formatNames.join(', ')}; default: text
  --fail-on STATUSES  statuses that fail the check, comma-separated, or none;
                      default: ${failsByDefault.join(',')}
                      also available: ${reportedStatuses.filter(status => !failsByDefault.includes(status)).join(', ')}
  --baseline FILE     accepted findings, which fail only when their status becomes more serious
  --update-baseline   rewrites FILE with every finding that fails now
  --help, --version

Exit codes: 0 no failures, 1 failures, 2 the check could not run.
`

/**
 * Parses a command line.
 * @param environment supplies CORROBORATE_URL if `--site` is missing
 * @throws CannotCheck with a usage error
 */
export const readArguments = (
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Wish => {
  const { values, positionals } = parse(given)
  if (values.help || positionals.join() === 'help') return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  const [command, ...files] = positionals
  if (command !== 'check')
    throw wrong(
      command === undefined ? 'Missing command: corroborate check FILE…' : `Unknown command ${command}: use check.`,
    )
  if (files.length === 0) throw wrong('Missing file: corroborate check FILE…')
  if (values['update-baseline'] && values.baseline === undefined)
    throw wrong('--update-baseline requires --baseline FILE.')
  return {
    kind: 'check',
    files: [...new Set(files)],
    site: readSite(values.site ?? environment.CORROBORATE_URL),
    format: readFormat(values.format),
    failOn: readFailOn(values['fail-on']),
    baseline:
      values.baseline === undefined ? null : { path: values.baseline, update: values['update-baseline'] === true },
  }
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        site: { type: 'string' },
        format: { type: 'string' },
        'fail-on': { type: 'string' },
        baseline: { type: 'string' },
        'update-baseline': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}

const wrong = (what: string) => new CannotCheck(`${what} See corroborate --help.`)

const readSite = (given: string | undefined): URL => {
  if (given === undefined || given === '') throw wrong('Missing site: use --site https://… or set CORROBORATE_URL.')
  const site = URL.parse(given)
  if (site === null || !/^https?:$/.test(site.protocol))
    throw wrong(`The site ${given} is not a URL that starts with https:// or http://.`)
  return site
}

const readFormat = (given = 'text'): FormatName => {
  const format = formatNames.find(name => name === given)
  if (format === undefined) throw wrong(`Unknown format ${given}: use ${formatNames.join(', ')}.`)
  return format
}

const readFailOn = (given: string | undefined): readonly StatusKey[] => {
  if (given === undefined) return failsByDefault
  if (given.trim() === 'none') return []
  return given.split(',').map(each => {
    const word = reportedStatuses.find(status => status === each.trim())
    if (word === undefined)
      throw wrong(`Unknown status "${each.trim()}" in --fail-on: use none, or ${reportedStatuses.join(', ')}.`)
    return word
  })
}
