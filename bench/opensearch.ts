import { join } from 'node:path'
import { importFiles, startParser } from '../site/finding/works-import/index.ts'
import { createSearchPool } from '../site/paper/works-index/index.ts'
import { beginImport, openWorksThere, type SearchPlace } from '../site/paper/works-opensearch/index.ts'
import { findJava, startNodes } from '../site/paper/works-opensearch/testing/index.ts'
import { buildIndex, type Corpus, noCorpus, readCorpus } from './corpus.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { inNewFolder } from './in-new-folder.ts'
import { openPostgresSearch } from './postgres-search.ts'
import { budget, notMeasured, type Options, observation, type Row, type Run } from './row.ts'
import { best, type Measured, measureSearches, type Search } from './search-measure.ts'

const name = 'OpenSearch, recall@5 below our file, the worst kind of query'
/** In shares of the queries of a kind. */
const mostBelow = 0.005
/** In a quick run one query of so many. */
const quickShare = 5
const patience = 60_000

const percent = (value: number): string => value.toFixed(4)
const ms = (value: number): string => `${value.toFixed(2)} ms`

/** Imports files into OpenSearch, as `works:import` does. Returns the number of indexed works. */
const fill = async (place: SearchPlace, files: readonly string[]): Promise<number> => {
  const begun = await beginImport(place, 'fresh')
  const parser = startParser('import')
  const sink = () => Promise.reject(new Error('There are no outcome files here.'))
  await importFiles({ files, writer: begun.sink, parser, sink, onKnown: 'keep', now: Date.now })
  await parser.close()
  const works = await begun.count()
  await begun.serve()
  await begun.close()
  return works
}

/** The DOIs that an engine of ours finds. */
const searchOf =
  (engine: Pick<ReturnType<typeof openWorksThere>, 'search'>): Search =>
  async text => {
    const answer = await engine.search(text, best)
    if (answer.kind !== 'found') throw new Error(`The search of ${text} was ${answer.because}.`)
    return answer.works.map(({ doi }) => doi)
  }

export const run: Run = async options => {
  const corpus = readCorpus()
  if (corpus === null) return [notMeasured(name, noCorpus)]
  const found = findJava()
  if ('missing' in found) return [notMeasured(name, found.missing)]
  return inNewFolder(folder => measureIn(folder, found.java, corpus, options))
}

const measureIn = async (folder: string, java: string, corpus: Corpus, { quick }: Options): Promise<Row[]> => {
  const files = quick ? corpus.works : [...corpus.works, ...corpus.more]
  const queries = corpus.queries.filter(({ kind }, n) => kind !== 'doi_url' && (!quick || n % quickShare === 0))
  const file = join(folder, 'works.sqlite')
  const works = await buildIndex(file, files)
  const nodes = await startNodes(java, folder, 1)
  try {
    const place = { nodes: nodes.urls, name: 'bench' }
    const started = performance.now()
    const there = await fill(place, files)
    const perSecond = (there / (performance.now() - started)) * 1000
    const pool = createSearchPool({ file, threads: 1, deadline: patience })
    const engine = openWorksThere(place, { patience })
    const ours = { file: searchOf(pool), opensearch: searchOf(engine) }
    const rounds = quick ? 1 : 3
    // PostgreSQL is slow to correct typos, so each query runs only once.
    const measured = await measureSearches(ours, queries, rounds)
    const third = await inNewDatabase(async ({ url }) => {
      const { search, close } = await openPostgresSearch(url, file, best)
      const found = await measureSearches({ postgres: search }, queries, 1)
      await close()
      return found.postgres
    })
    await engine.close()
    await pool.close()
    const note = `${works.toLocaleString('en-US')} works, ${queries.length} queries one after the other`
    return [
      belowRow(measured.file, measured.opensearch, note),
      observation(
        'OpenSearch, works brought in a second',
        perSecond.toFixed(0),
        `${there.toLocaleString('en-US')} works by works:import into one node`,
      ),
      engineRow('our file', measured.file, note),
      engineRow('OpenSearch', measured.opensearch, note),
      third === null
        ? notMeasured('search in PostgreSQL’s full text', noPostgres)
        : engineRow('PostgreSQL’s full text', third, note),
    ]
  } finally {
    await nodes.close()
  }
}

const belowRow = (file: Measured, there: Measured, note: string): Row => {
  const below = [...file.byKind].map(([kind, share]) => share - (there.byKind.get(kind) ?? 0))
  const worst = Math.max(...below)
  return budget({
    name,
    felt: 'Readers find as much where works are in OpenSearch.',
    figure: percent(worst),
    limit: `≤ ${mostBelow}`,
    isMet: worst <= mostBelow && there.typos >= 0.95,
    note: `${note}; with a typo ${percent(there.typos)}`,
  })
}

const engineRow = (engine: string, { p50, p99, byKind }: Measured, note: string): Row =>
  observation(
    `search in ${engine}, median`,
    ms(p50),
    `99 of 100 within ${ms(p99)}; recall@5 ${[...byKind].map(([kind, share]) => `${kind} ${percent(share)}`).join(', ')}; ${note}`,
  )
