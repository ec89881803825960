import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Doi } from '../../kit/doi/index.ts'
import type { ReplicationRow, UpdateRow } from '../../paper/known/index.ts'
import { openWorksWriter, type WorksSink } from '../../paper/works-index/index.ts'
import { type FileSummary, importFiles } from './import-files.ts'
import { parserHere } from './parser.ts'

const files = ['works.jsonl', 'updates.csv', 'replications.csv']
const versionKey = 'starter_version'
/** Raise it when the same files would now be stored otherwise. */
const loaderVersion = 3

/** What the corpus says about its papers. */
export type StarterKnown = { updates: UpdateRow[]; replications: ReplicationRow[] }

/** Where that goes. Separate from the index, so that the one may be new while the other is not. */
export type StarterStore = {
  isEmpty: () => Promise<boolean>
  replace: (known: StarterKnown) => Promise<void>
}

/** What loading did. `problem`: a line of the starter corpus that could not be used, which a test forbids. */
export type StarterResult = { kind: 'unchanged' } | { kind: 'loaded'; summaries: FileSummary[]; problems: string[] }

export type StarterOptions = {
  folder: string
  store: StarterStore
  onNotice?: (sentence: string) => void
  /** Epoch milliseconds. */
  now: () => number
}

/** The index that the starter corpus goes into, wherever it is. */
type StarterIndex = WorksSink & {
  meta: (key: string) => string | null | Promise<string | null>
  setMeta: (key: string, value: string) => void | Promise<void>
  removeStarterWorksExcept: (dois: ReadonlySet<Doi>) => number | Promise<number>
}

/**
 * Brings the papers that a fresh machine begins with into the index and the database, when they are not there in this version. Works of
 * an earlier version that are gone from the corpus go; works that were imported stay as they are. Takes some 100 ms, and 10 ms when there is
 * nothing to do. Also brings an index of an older schema up to date. Throws `OperatorError` when the index cannot be written.
 */
export const loadStarterCorpus = async ({
  indexFile,
  ...options
}: StarterOptions & { indexFile: string }): Promise<StarterResult> => {
  const { onNotice = () => {} } = options
  const writer = openWorksWriter(indexFile, { onNotice, cacheMegabytes: 8 })
  try {
    return await loadStarterInto(writer, options)
  } finally {
    writer.close()
  }
}

/** The same into an index that is open. */
export const loadStarterInto = async (
  writer: StarterIndex,
  { folder, store, now }: StarterOptions,
): Promise<StarterResult> => {
  const paths = files.map(file => join(folder, file))
  const contents = await Promise.all(paths.map(path => readFile(path)))
  const version = createHash('sha256')
    .update(`${loaderVersion}:`)
    .update(contents.map(content => `${content.length}:${content.toString()}`).join())
    .digest('hex')
  if ((await writer.meta(versionKey)) === version && !(await store.isEmpty())) {
    if (writer.vocabularyIsStale()) writer.refreshVocabulary()
    return { kind: 'unchanged' }
  }
  const problems: string[] = []
  const kept = new Set<Doi>()
  const known: StarterKnown = { updates: [], replications: [] }
  const summaries = await importFiles({
    files: paths,
    writer: {
      ...writer,
      put(works, onKnown) {
        for (const work of works) kept.add(work.doi)
        return writer.put(works, onKnown)
      },
    },
    parser: parserHere('starter'),
    sink: async () => ({
      saveTold: async () => 0,
      noteReach: async () => {},
      saveUpdates: async rows => known.updates.push(...rows),
      saveReplications: async rows => known.replications.push(...rows),
    }),
    onKnown: 'replace',
    now,
    onProblem: (file, { line, reason }) => problems.push(`${file}:${line}: ${reason}`),
  })
  await store.replace(known)
  await writer.removeStarterWorksExcept(kept)
  if (writer.vocabularyIsStale()) writer.refreshVocabulary()
  await writer.setMeta(versionKey, version)
  return { kind: 'loaded', summaries, problems }
}
