export { type FileSummary, type ImportOptions, type ImportProgress, importFiles } from './import-files.ts'
export { loadStarterCorpus, type StarterOptions, type StarterResult } from './load-starter.ts'
export { loadStarterThere } from './load-starter-there.ts'
export { startParser } from './parser.ts'
