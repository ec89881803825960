import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { importRival } from './rivals.ts'

// Worker thread: MiniSearch with the options its manual offers for this use: prefix of the last word, fuzzy matching, title boost, accent
// folding; AND first, OR as the fallback. Reports the index's memory use, then returns the DOIs found for each query.

type MiniSearch = {
  add(document: object): void
  search(text: string, options: object): { id: string }[]
}

const plain = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const { default: Engine } = await importRival<{ default: new (options: object) => MiniSearch }>('minisearch')
const { file, best } = workerData as { file: string; best: number }
const before = process.memoryUsage().rss
const engine = new Engine({ fields: ['title', 'authors', 'year'], processTerm: plain })
const db = new DatabaseSync(file, { readOnly: true })
for (const { doi, title, authors, year } of db.prepare('SELECT doi, title, authors, year FROM works').iterate()) {
  engine.add({ id: doi, title: title ?? '', authors: String(authors), year: String(year ?? '') })
}
db.close()
const options = {
  boost: { title: 2 },
  fuzzy: (term: string) => (term.length > 3 ? 0.2 : false),
  prefix: (_: string, i: number, terms: string[]) => i === terms.length - 1,
}

parentPort?.on('message', (text: string) => {
  const all = engine.search(text, { ...options, combineWith: 'AND' })
  const found = all.length > 0 ? all : engine.search(text, options)
  parentPort?.postMessage(found.slice(0, best).map(({ id }) => id))
})
parentPort?.postMessage((process.memoryUsage().rss - before) / 2 ** 20)
