import { parseArgs } from 'node:util'
import { CannotCheck } from './cannot-check.ts'
import { type FormatName, formatNames } from './formats/index.ts'
import { failsByDefault, type StatusKey, toldStatuses } from './statuses.ts'

/** A parsed command line. */
export type Wish = { kind: 'help' } | { kind: 'version' } | ({ kind: 'check' } & CheckWish)

export type CheckWish = {
  files: readonly string[]
  site: URL
  format: FormatName
  failOn: readonly StatusKey[]
  /** The path of the baseline file, and whether it is written anew. */
  baseline: { path: string; update: boolean } | null
}

export const help = `corroborate check FILE… --site URL

Asks a Corroborate site what is known about the references of bibliographies:
BibTeX, RIS, CSL JSON, EndNote XML, PubMed, Word, OpenDocument, or plain text.
The files are sent to the site, which keeps nothing of them.

  --site URL          the site to ask; CORROBORATE_URL in the environment does the same
  --format FORMAT     ${formatNames.join(', ')}; text by default
  --fail-on KINDS     what fails the check, with commas, or none; by default
                      ${failsByDefault.join(',')}
                      others are ${toldStatuses.filter(status => !failsByDefault.includes(status)).join(', ')}
  --baseline FILE     what was accepted before, and does not fail the check while it gets no worse
  --update-baseline   writes FILE anew: everything that would fail now is accepted
  --help, --version

Exit code: 0 nothing fails, 1 something does, 2 the check could not be made.
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
      command === undefined
        ? 'Say what to do: corroborate check FILE…'
        : `There is no command ${command}: there is check.`,
    )
  if (files.length === 0) throw wrong('Name the bibliographies to check: corroborate check FILE…')
  if (values['update-baseline'] && values.baseline === undefined)
    throw wrong('--update-baseline writes the file of --baseline: name it.')
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
  if (given === undefined || given === '')
    throw wrong('Say which site to ask: --site https://…, or CORROBORATE_URL in the environment.')
  const site = URL.parse(given)
  if (site === null || !/^https?:$/.test(site.protocol))
    throw wrong(`The site ${given} is no address: it begins with https:// or http://.`)
  return site
}

const readFormat = (given = 'text'): FormatName => {
  const format = formatNames.find(name => name === given)
  if (format === undefined) throw wrong(`There is no format ${given}: there are ${formatNames.join(', ')}.`)
  return format
}

const readFailOn = (given: string | undefined): readonly StatusKey[] => {
  if (given === undefined) return failsByDefault
  if (given.trim() === 'none') return []
  return given.split(',').map(each => {
    const word = toldStatuses.find(status => status === each.trim())
    if (word === undefined)
      throw wrong(`--fail-on does not know "${each.trim()}": it takes none, or some of ${toldStatuses.join(', ')}.`)
    return word
  })
}
