import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Doi, parseDoi } from '../site/doi/index.ts'
import { importFiles, startParser } from '../site/works-import/index.ts'
import { openWorksWriter } from '../site/works-index/index.ts'

const shared = (name: string): string => fileURLToPath(new URL(`../../shared/data/${name}`, import.meta.url))
const starter = fileURLToPath(new URL('../site/starter-corpus/works.jsonl', import.meta.url))

/** One query and the paper it must find. `counts`: whether it is one of those that the goal for recall is about. */
export type Query = { text: string; doi: Doi; kind: string; counts: boolean }

/** What searching is measured on: real works and queries when they are there, else the starter corpus. */
export type Corpus = {
  name: string
  works: string[]
  /** The files of a corpus several times larger; empty when there is none. */
  more: string[]
  queries: Query[]
}

const missing = '../shared/data is missing, so this is the starter corpus'

export const readCorpus = (): Corpus => {
  const queries = shared('queries.tsv')
  const multi = shared('works-multi.jsonl.zst')
  if (!existsSync(queries) || !existsSync(multi)) {
    return { name: missing, works: [starter], more: [], queries: starterQueries() }
  }
  const arxiv = shared('works-arxiv.jsonl.zst')
  return {
    name: 'works-multi',
    works: [multi],
    more: existsSync(arxiv) ? [arxiv] : [],
    queries: sharedQueries(readFileSync(queries, 'utf8')),
  }
}

const sharedQueries = (table: string): Query[] =>
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

/** Of every starter work: its whole title, and the title with the third letter of its longest word lost. */
const starterQueries = (): Query[] =>
  readFileSync(starter, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap(line => {
      const work = JSON.parse(line) as { doi: string; display_name: string }
      const doi = parseDoi(work.doi)
      if (doi === null) return []
      const words = work.display_name.split(' ')
      const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
      const slip = work.display_name.replace(longest, longest.slice(0, 2) + longest.slice(3))
      return [
        { text: work.display_name, doi, kind: 'full_title', counts: true },
        ...(longest.length > 5 ? [{ text: slip, doi, kind: 'typo', counts: true }] : []),
      ]
    })

/** Brings files into an index, as `works:import` does. */
export const buildIndex = async (file: string, files: readonly string[]): Promise<number> => {
  const writer = openWorksWriter(file)
  const parser = startParser('import')
  const sink = () => Promise.reject(new Error('There are no outcome files here.'))
  await importFiles({ files, writer, parser, sink, onKnown: 'keep' })
  while (!writer.mergeStep()) {}
  const works = writer.count()
  await parser.close()
  writer.close()
  return works
}
