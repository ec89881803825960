import process from 'node:process'
import { readSource, sourceFiles } from './source-files.ts'

/** First words that make a docstring a circumlocution. A docstring begins with a noun or a verb. */
const rejected = /^(?:What|Who|Whose|Whether|Of|It)\b/

export type Docstring = { line: number; text: string }

/** Docstrings of a source text that begin with a rejected word. Pure. */
export const rejectedDocstrings = (source: string): Docstring[] =>
  [...source.matchAll(/\/\*\*[\s*]*([^\n]*)/g)]
    .map(({ index, 1: text = '' }) => ({
      line: source.slice(0, index).split('\n').length,
      text: text.replace(/\s*\*\/.*$/, ''),
    }))
    .filter(({ text }) => rejected.test(text))

if (process.argv[1] === import.meta.filename) {
  const found = sourceFiles.flatMap(file =>
    rejectedDocstrings(readSource(file)).map(({ line, text }) => `${file}:${line}: ${text}`),
  )
  process.stdout.write(found.map(line => `${line}\n`).join(''))
  if (found.length > 0) {
    process.stderr.write('A docstring begins with a noun or a verb, not with What, Who, Whose, Whether, Of or It.\n')
    process.exitCode = 1
  }
}
