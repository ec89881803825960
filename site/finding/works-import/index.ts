export { type FileSummary, type ImportOptions, type ImportProgress, importFiles } from './import-files.ts'
export { loadStarterCorpus, loadStarterThere, type StarterOptions, type StarterResult } from './load-starter.ts'
export { startParser } from './parser.ts'
