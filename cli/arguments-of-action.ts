import { CannotCheck } from './cannot-check.ts'

/**
 * Builds the command line from the action's inputs. The runner passes an input `fail-on` as `INPUT_FAIL-ON`.
 * @param filesOf returns the files that match a pattern
 * @throws CannotCheck if a pattern matches nothing, because a check of no files would pass silently
 */
export const argumentsOfAction = (
  environment: Readonly<Record<string, string | undefined>>,
  filesOf: (pattern: string) => readonly string[],
): string[] => {
  const inputOf = (name: string): string => environment[`INPUT_${name.toUpperCase()}`]?.trim() ?? ''
  const option = (name: string): string[] => (inputOf(name) === '' ? [] : [`--${name}=${inputOf(name)}`])
  const patterns = inputOf('files')
    .split('\n')
    .map(pattern => pattern.trim())
    .filter(pattern => pattern !== '')
  if (patterns.length === 0) throw new CannotCheck('Say which files to check: files, a pattern on each line.')
  const files = patterns.flatMap(pattern => {
    const matched = filesOf(pattern)
    if (matched.length === 0) throw new CannotCheck(`No file matches ${pattern}. Correct files in the workflow.`)
    return matched
  })
  const options = ['site', 'baseline', 'fail-on'].flatMap(option)
  return ['check', '--format=github', ...options, '--', ...[...new Set(files)].sort()]
}
