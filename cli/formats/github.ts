import { countVerdicts, type JudgedReference } from '../judge.ts'
import { printable } from '../printable.ts'
import { meanings, type ToldStatus } from '../statuses.ts'
import type { Report } from './report.ts'
import { lineOf, says } from './says.ts'
import { sumsOf } from './text.ts'

/**
 * Formats a report as GitHub Actions workflow commands, which become line annotations in a pull request. Accepted references get none.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export const asGithub = ({ files }: Report): string => {
  const commands = files.flatMap(file =>
    file.references.flatMap(reference => {
      const command = commandOf(reference)
      if (command === null) return []
      const line = lineOf(file, reference)
      const properties = [
        `file=${escapeProperty(file.file.replaceAll('\\', '/'))}`,
        ...(line === null ? [] : [`line=${line}`]),
        `title=${escapeProperty(meanings[reference.status.key as ToldStatus])}`,
      ]
      return [`::${command} ${properties.join(',')}::${escapeData(says(reference))}`]
    }),
  )
  return `${[...commands, sumsOf(countVerdicts(files))].join('\n')}\n`
}

const commandOf = ({ verdict }: JudgedReference): 'error' | 'warning' | null =>
  verdict === 'fails' ? 'error' : verdict === 'told' ? 'warning' : null

/** As the runner reads it back (actions/runner, ActionCommand.cs). `printable` has left no line break. */
const escapeData = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
