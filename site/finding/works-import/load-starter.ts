import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@corroborate/server-kit/error-message'
import type { Doi } from '../../kit/doi/index.ts'
import type { ReplicationRow, UpdateRow } from '../../paper/known/index.ts'
import { openWorksWriter, type WorksSink } from '../../paper/works-index/index.ts'
import { openServingWriter, type SearchPlace, sinkInto } from '../../paper/works-opensearch/index.ts'
import { type FileSummary, importFiles } from './import-files.ts'
import { parserHere } from './parser.ts'

const files = ['works.jsonl', 'updates.csv', 'replications.csv']
const versionKey = 'starter_version'
/** Raise it when the same files would now be stored otherwise. */
const loaderVersion = 3

/** Updates and replications of the corpus's papers. */
export type StarterKnown = { updates: UpdateRow[]; replications: ReplicationRow[] }

/** Storage of these rows. Separate from the index, so that either may be new. */
export type StarterStore = {
  isEmpty: () => Promise<boolean>
  replace: (known: StarterKnown) => Promise<void>
}

/** Result of loading. `problem`: an invalid line of the starter corpus, which a test forbids. */
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
 * Loads a fresh installation's papers into the index and the database, unless this version is already loaded. Works of an earlier corpus
 * version that have been removed are deleted; imported works are unchanged. Takes about 100 ms, or 10 ms if there is nothing to do. Also
 * migrates an index with an older schema. Throws `OperatorError` if the index cannot be written.
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
const loadStarterInto = async (
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
      saveSourcedUpdates: async () => 0,
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

/** While OpenSearch does not answer it is tried again after so long, in ms. */
const pause = 10_000

/**
 * Loads the starter corpus into OpenSearch and creates the first index. If OpenSearch is unavailable, the site starts without it, and
 * loading is retried until it succeeds or the returned function is called.
 */
export const loadStarterThere = async ({
  place,
  ...options
}: StarterOptions & { place: SearchPlace }): Promise<() => Promise<void>> => {
  const { onNotice = () => {} } = options
  let again: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  let closed = false

  const load = async (): Promise<void> => {
    try {
      const writer = await openServingWriter(place)
      try {
        await loadStarterInto({ ...writer, ...sinkInto(writer) }, options)
      } finally {
        await writer.close()
      }
    } catch (error) {
      if (closed) return
      onNotice(`Could not load the starter corpus into OpenSearch: ${messageOf(error)}`)
      again = setTimeout(() => {
        underWay = load()
      }, pause).unref()
    }
  }

  await load()
  return async () => {
    closed = true
    clearTimeout(again)
    await underWay
  }
}
