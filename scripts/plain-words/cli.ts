import process from 'node:process'
import { findAvoidedWords, type Hit } from './find-avoided-words.ts'
import { readKnownHits, writeKnownHits } from './known-hits.ts'
import { readWritten, writtenFiles } from './written-files.ts'

/**
 * `node scripts/plain-words/cli.ts`: fails when a text has a word that we avoid, and says what to write instead. A file that
 * had some before there was a list may have as many as `known-hits.json` says. `--remember` writes that file anew.
 */
const inFile = (file: string): readonly [string, Hit[]] => [file, findAvoidedWords(readWritten(file) ?? '')]

const found = writtenFiles()
  .map(inFile)
  .filter(([, hits]) => hits.length > 0)

if (process.argv.includes('--remember')) {
  writeKnownHits(Object.fromEntries(found.map(([file, hits]) => [file, hits.length])))
} else {
  const known = readKnownHits()
  for (const [file, hits] of found.filter(([file, hits]) => hits.length > (known[file] ?? 0))) {
    for (const { line, words, instead } of hits) console.error(`${file}:${line}: "${words}": write ${instead}`)
    process.exitCode = 1
  }
}
