import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, UsageError } from '@corroborate/server-kit/command-line'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import type { CommandParts, OpenSiteDatabase } from '../../kit/feature/index.ts'
import { type CitationTables, type ReferencesSink, referencesSink } from '../../paper/citations/index.ts'
import type { KnownSink } from '../../paper/event-files/index.ts'
import {
  type Dated,
  datedAttempt,
  type KnownTables,
  noteReach,
  type SourceTables,
  saveReplications,
  saveSourcedUpdates,
  saveUpdates,
  withNews,
} from '../../paper/known/index.ts'
import { type ImportWay, isOfOpenSearch } from '../../paper/works-opensearch/index.ts'
import { type FileSummary, importFiles } from './import-files.ts'
import { openImportTarget } from './open-target.ts'
import { startParser } from './parser.ts'
import { createProgressDisplay } from './progress.ts'
import { openRejectsFile } from './rejects-file.ts'

const more = `
FILE is any number of, in any order:
  works         one OpenAlex work as JSON on each line (.jsonl)
  updates       CSV with the columns doi, update_type, update_doi … (corrections and retractions)
  retractions   Retraction Watch's CSV (OriginalPaperDOI, RetractionDOI, RetractionDate, RetractionNature, Reason …), or its
                short form (doi, notice_doi, nature)
  replications  FORRT's CSV: FLoRA (doi_o, doi_r, outcome …) or its older form (doi_original, doi_replication, outcome …)
  crossref      Crossref's dumps of works: one as JSON on each line, or the older {"items":[…]} in each file. Only updates
                are read from them
Files may be plain, or compressed with gzip or zstd. The content of a file says what it holds, not its name.

Without --replace, a work that is already known keeps its first record, so the order of the files matters. Corrections,
retractions and replications always take the facts of the newest file.

Lines that cannot be used do not stop the import. They are counted, and listed with the reason in
DATA_DIR/works-import-rejects.tsv. You can stop an import and run it again. The site may be running.

With SEARCH_URL works go to OpenSearch: into a new index that begins with the works that serve, and takes their place in one step when
all files are read. An import that is killed or stopped leaves what served before. One import at a time.

Exit code: 0 done; 1 a file was cut off, damaged or unknown, or could not be stored; 2 wrong command line.`

/** Parsed arguments of `npm run works:import`. */
type Wanted = { files: string[]; replace: boolean; way: ImportWay }

/** `npm run works:import`. `importAll` does it, and returns the exit code. */
const worksImportProgram = (
  isFile: (path: string) => boolean,
  importAll: (wanted: Wanted) => Promise<number>,
): Program => ({
  name: 'npm run works:import --',
  commands: [
    {
      usage: '<FILE...>',
      summary: "Import works and editorial notices into DATA_DIR and the site's database",
      more,
      flags: {
        replace: { argument: '', help: 'Update existing works from the file' },
        fresh: { argument: '', help: 'OpenSearch: start the new index empty' },
        'in-place': { argument: '', help: 'OpenSearch: update the live index, for example with nightly changes' },
      },
      run: async ({ operands: files, flags }) => {
        const missing = files.filter(file => !isFile(file))
        if (missing.length > 0) {
          const those = missing.length === 1 ? 'File not found' : 'Files not found'
          throw new UsageError(`${those}: ${missing.join(', ')}`)
        }
        if (flags.fresh !== undefined && flags['in-place'] !== undefined)
          throw new UsageError('Use --fresh or --in-place, not both.')
        const way = flags.fresh !== undefined ? 'fresh' : flags['in-place'] !== undefined ? 'in-place' : 'beside'
        return importAll({ files, replace: flags.replace !== undefined, way })
      },
    },
  ],
})

const isFile = (path: string): boolean => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isDirectory()
}

const importAll = async ({ files, replace, way }: Wanted, { readSettings, open }: CommandParts): Promise<number> => {
  const settings = await readSettings()
  const display = createProgressDisplay(process.stdout)
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130)
    stop.abort()
    display.say(
      'Stopping after this batch. Interrupt again to stop immediately. The import can be rerun in both cases.',
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const rejects = openRejectsFile(join(settings.dataDir, 'works-import-rejects.tsv'))
  const target = await openImportTarget(settings, way, display.say)
  const parser = startParser('import')
  const known = lazySink(settings, open)
  const started = performance.now()
  try {
    const summaries = await importFiles({
      files,
      writer: target.sink,
      parser,
      sink: known.open,
      references: known.references,
      onKnown: replace ? 'replace' : 'keep',
      onProblem: rejects.add,
      onProgress: display.progress,
      onFile: display.file,
      signal: stop.signal,
      now: Date.now,
    })
    const works = await target.count()
    await target.finish(stop.signal)
    rejects.close()
    display.say(describeRun(summaries, works, performance.now() - started))
    if (rejects.count() > 0) display.say(`${rejects.count()} rejected lines are listed with reasons in ${rejects.path}`)
    return stop.signal.aborted ? 130 : summaries.every(summary => summary.damage === null) ? 0 : 1
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    rejects.close()
    await parser.close()
    await known.close()
    await target.close()
  }
}

const describeRun = (summaries: readonly FileSummary[], works: number, took: number): string => {
  const changed = summaries.reduce((sum, summary) => sum + summary.added + summary.changed, 0)
  const news = changed === 0 ? 'Nothing new (0 new).' : `${groupedNumber(changed)} new or changed.`
  return `${news} The index holds ${groupedNumber(works)} works. ${(took / 1000).toFixed(1)} s.`
}

/** The site's database is opened when the first file comes. */
const lazySink = (
  settings: Settings,
  open: OpenSiteDatabase,
): { open: () => Promise<KnownSink>; references: () => Promise<ReferencesSink>; close: () => Promise<void> } => {
  const connect = () => open<CitationTables & SourceTables>(settings)
  let opened: ReturnType<typeof connect> | null = null
  return {
    async references() {
      opened ??= connect()
      return referencesSink((await opened).$pickTables<keyof CitationTables>(), Date.now)
    },
    async open() {
      opened ??= connect()
      const db = await opened
      const events = db.$pickTables<keyof KnownTables>()
      const save = (about: readonly Dated[], write: (tx: typeof events) => Promise<number>): Promise<number> =>
        runTransaction(events, tx => withNews(tx, about, Date.now(), () => write(tx)))
      return {
        saveUpdates: (rows, source) => save(rows, tx => saveUpdates(tx, rows, source)),
        saveSourcedUpdates: rows => save(rows, tx => saveSourcedUpdates(tx, rows)),
        saveReplications: rows => save(rows.map(datedAttempt), tx => saveReplications(tx, rows)),
        noteReach: (source, reachesTo) =>
          noteReach(db.$pickTables<keyof SourceTables>(), { source, reachesTo, askedAt: null }),
      }
    },
    close: async () => (await opened)?.destroy(),
  }
}

/** A full disk and the like is a mistake of the operator. */
const run = async (wanted: Wanted, parts: CommandParts): Promise<number> => {
  try {
    return await importAll(wanted, parts)
  } catch (error) {
    if (isOfOpenSearch(error)) throw new OperatorError(`OpenSearch rejected the works: ${error.message}`)
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
    throw new OperatorError(`Import failed: ${error.message}`)
  }
}

/** `npm run works:import`. */
export const importCommand = (parts: CommandParts): Program => worksImportProgram(isFile, wanted => run(wanted, parts))
