import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importFiles, startParser } from '../site/finding/works-import/index.ts'
import { type Doi, parseDoi } from '../site/kit/doi/index.ts'
import { openWorksWriter } from '../site/paper/works-index/index.ts'

const shared = (name: string): string => fileURLToPath(new URL(`../../shared/data/${name}`, import.meta.url))
const works = shared('works-multi.jsonl.zst')
const moreWorks = shared('works-arxiv.jsonl.zst')
const queries = shared('queries.tsv')

/** One query and the paper it must find. `counts`: whether it is one of those that the goal for recall is about. */
export type Query = { text: string; doi: Doi; kind: string; counts: boolean }

/** Real works and queries; `more` are the files that make the corpus several times larger. */
export type Corpus = { name: string; works: string[]; more: string[]; queries: Query[] }

export const noCorpus = '../shared/data is missing.'

export const readCorpus = (): Corpus | null => {
  if (![works, moreWorks, queries].every(file => existsSync(file))) return null
  return {
    name: 'works-multi',
    works: [works],
    more: [moreWorks],
    queries: parseQueries(readFileSync(queries, 'utf8')),
  }
}

const parseQueries = (table: string): Query[] =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap(line => {
      const [text = '', expected = '', kind = '', same = ''] = line.split('\t')
      const doi = parseDoi(expected)
      const counts = kind !== 'author_year' && (same === '' || same === '1')
      return doi === null ? [] : [{ text, doi, kind, counts }]
    })

/** Imports files into an index, as `works:import` does. */
export const buildIndex = async (file: string, files: readonly string[]): Promise<number> => {
  const writer = openWorksWriter(file)
  const parser = startParser('import')
  const sink = () => Promise.reject(new Error('There are no outcome files here.'))
  await importFiles({ files, writer, parser, sink, onKnown: 'keep', now: Date.now })
  while (!writer.mergeStep()) {}
  const works = writer.count()
  await parser.close()
  writer.close()
  return works
}
