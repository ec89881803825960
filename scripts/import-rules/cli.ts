import { readSource, sourceFiles } from '../source-files.ts'
import { importsOf } from './imports.ts'
import { breachesIn, inWords } from './rules.ts'

// Part of `npm run check`: holds every import of every file against the import rules. Silent when all is well.
const breaches = breachesIn(sourceFiles.flatMap(file => importsOf(file, readSource(file))))
for (const breach of breaches) console.error(inWords(breach))
if (breaches.length > 0) process.exitCode = 1
