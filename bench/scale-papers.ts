import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mostRanked } from '../site/finding/search/index.ts'
import { createSearchPool, openWorksReader } from '../site/paper/works-index/index.ts'
import { buildIndex, noCorpus, type Query, readCorpus } from './corpus.ts'
import { type Cost, drawGrowth, type Growth, growthRows } from './growth.ts'
import { inNewFolder } from './in-new-folder.ts'
import { readTitleWords, type TitleWords, writeMadeWorks } from './made-works.ts'
import { notMeasured, observation, type Row, type Run } from './row.ts'

/** Real works are the first; made ones bring it to the others. */
const sizes = [2_000_000, 5_000_000]
const few = [100_000, 200_000]
const rounds = 5
/** Made works are written and imported so many at once, so that their text takes no room for long. */
const batch = 500_000

/** Runs the queries sequentially, as one reader would type them. The CPU cost is that of this process, whose worker searches. */
const costOfSearches = async (file: string, size: number, queries: readonly Query[]): Promise<Cost> => {
  const pool = createSearchPool({ file, threads: 1, deadline: 60_000 })
  const [cpu, waits]: [number[], number[]] = [[], []]
  for (const { text } of queries.slice(0, 100)) await pool.search(text, mostRanked)
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (const { text } of queries) {
      const began = performance.now()
      await pool.search(text, mostRanked)
      waits.push(performance.now() - began)
    }
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / queries.length)
  }
  await pool.close()
  return { size, cpu, waits }
}

const costOfLookUps = (file: string, size: number, queries: readonly Query[]): Cost => {
  const reader = openWorksReader(file)
  const [cpu, waits]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (const { doi } of queries) {
      const began = performance.now()
      reader.findWork(doi)
      waits.push(performance.now() - began)
    }
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / queries.length)
  }
  reader.close()
  return { size, cpu, waits }
}

/** Adds made works until there are `to`; how many a second. */
const grow = async (folder: string, file: string, words: TitleWords, from: number, to: number): Promise<number> => {
  const began = performance.now()
  for (let start = from; start < to; start += batch) {
    const part = join(folder, 'made.jsonl')
    await writeMadeWorks(part, words, start, Math.min(start + batch, to))
    await buildIndex(file, [part])
    rmSync(part)
  }
  return (to - from) / ((performance.now() - began) / 1_000)
}

export const run: Run = async ({ quick }) => {
  const corpus = readCorpus()
  if (corpus === null) return [notMeasured('search, the more papers there are', noCorpus)]
  const queries = corpus.queries.filter(({ counts }, n) => counts && (!quick || n % 5 === 0))
  return inNewFolder(async folder => {
    const file = join(folder, 'works.sqlite')
    const words = await readTitleWords(corpus.works[0] ?? '')
    let size = await buildIndex(file, quick ? corpus.works : [...corpus.works, ...corpus.more])
    const searches: Cost[] = []
    const lookUps: Cost[] = []
    const made: Row[] = []
    const measure = async () => {
      searches.push(await costOfSearches(file, size, queries))
      lookUps.push(costOfLookUps(file, size, queries))
    }
    await measure()
    for (const next of quick ? few : sizes) {
      const perSecond = await grow(folder, file, words, size, next)
      size = next
      const bytes = statSync(file).size
      made.push(
        observation(
          `the index of ${size.toLocaleString('en-US')} works`,
          `${(bytes / 2 ** 30).toFixed(2)} GiB`,
          `${Math.round(bytes / size)} bytes a work; works were made and added at ${Math.round(perSecond).toLocaleString('en-US')}/s`,
        ),
      )
      await measure()
    }
    const growths: Growth[] = [
      { what: 'a search', costs: searches },
      { what: 'facts by DOI', costs: lookUps },
    ]
    const how = `real works, then made ones of real titles’ words; ${queries.length} queries that real works answer, ${rounds} rounds`
    if (!quick)
      drawGrowth('cost-against-papers.svg', growths, { title: 'What one costs, against papers', of: 'papers' })
    return [...growths.flatMap(growth => growthRows(growth, { of: 'works', how })), ...made]
  })
}
