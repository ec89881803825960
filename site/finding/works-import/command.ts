import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '@corroborate/server-kit/command-line'
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
  saveTold,
  saveUpdates,
  withNews,
} from '../../paper/known/index.ts'
import { isOfOpenSearch } from '../../paper/works-opensearch/index.ts'
import { type Wanted, worksImportProgram } from './command-line.ts'
import { type FileSummary, importFiles } from './import-files.ts'
import { openImportTarget } from './open-target.ts'
import { startParser } from './parser.ts'
import { createProgressDisplay } from './progress.ts'
import { openRejectsFile } from './rejects-file.ts'

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
        saveTold: rows => save(rows, tx => saveTold(tx, rows)),
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
