import { join } from 'node:path'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { sendWell } from './calls.ts'
import { buildIndex, noCorpus, readCorpus } from './corpus.ts'
import { inNewFolder } from './in-new-folder.ts'
import { closedLoopRate, get, type Shot, sendAtRate, type Volley } from './open-loop.ts'
import { startSite } from './our-servers.ts'
import { budget, notMeasured, observation, orWhyNot, type Row, type Run } from './row.ts'
import { median, quantile } from './statistics.ts'

const crowds = [1, 2, 10]
const goals = { p50: 1_000, recovery: 2_000 }
const connections = 1_000
const seconds = 3
/** So many different searches are asked in turn. */
const mostSearches = 200

const dois = [
  '10.1126/science.aac4716',
  '10.1177/0956797610383437',
  '10.1016/s0140-6736(97)11096-0',
  '10.48550/arxiv.1706.03762',
  '10.1038/171737a0',
]

/** Pages of a visitor who has voted somewhere, which no cache has ready. Each must hold its own DOI. */
const pages: readonly Shot[] = dois.map(doi =>
  get(`/${doi}`, { Accept: 'text/html', Cookie: 'visitor=0123456789012345678901' }, `https://doi.org/${doi}`),
)

/** Searches that find their paper while nobody else asks. Under load each answer must hold it too. */
const searchesOf = async (origin: string, queries: readonly { text: string; doi: string }[]): Promise<Shot[]> => {
  const shots: Shot[] = []
  for (const { text, doi } of queries) {
    if (shots.length === mostSearches) break
    const path = `/search?${new URLSearchParams({ q: text })}`
    const headers = { accept: 'application/json' }
    const { text: body } = await sendWell({ method: 'GET', url: origin + path, headers })
    const results = (JSON.parse(body) as { results: { doi: string }[] }).results.map(result => result.doi)
    const found = results.find(result => result.toLowerCase().endsWith(doi))
    if (found !== undefined) shots.push(get(path, headers, JSON.stringify(found)))
  }
  return shots
}

type Measured = { crowd: number; wanted: number; volley: Volley; recovery: number }

const measure = async (origin: string, shots: readonly Shot[], quick: boolean): Promise<Measured[]> => {
  const target = { host: '127.0.0.1', port: Number(new URL(origin).port) }
  await closedLoopRate({ target, shots }, { connections: 16, seconds: 1 })
  const capacity = await closedLoopRate({ target, shots }, { connections: 16, seconds: quick ? 1 : 3 })
  const all: Measured[] = []
  for (const crowd of crowds) {
    const wanted = capacity * crowd
    const volley = await sendAtRate({ target, shots, perSecond: wanted, seconds: quick ? 1 : seconds, connections })
    const began = performance.now()
    await closedLoopRate({ target, shots }, { connections: 1, seconds: 0 })
    all.push({ crowd, wanted, volley, recovery: volley.cleared + performance.now() - began })
  }
  return all
}

const ms = (value: number): string => `${Math.round(value).toLocaleString('en-US')} ms`
const times = (took: readonly number[]): string =>
  took.length === 0 ? 'none' : `${ms(median(took))}, 99 of 100 within ${ms(quantile(took, 0.99))}`

const rowOf = (what: string, { crowd, wanted, volley, recovery }: Measured): Row => {
  const { answers, errors, sentPerSecond } = volley
  const total = answers.length + errors
  const took = (status: number) => answers.filter(answer => answer.status === status).map(answer => answer.took)
  const [found, busy] = [took(200), took(503)]
  const wrong = answers.filter(answer => answer.wrong).length
  const others = total - found.length - busy.length
  const share = (count: number): string => `${((100 * count) / total).toFixed(1)} %`
  const name = `${what} at ${crowd} times capacity, median of the 200s`
  if (sentPerSecond < wanted / 2) {
    const why = `Only ${Math.round(sentPerSecond)} of ${Math.round(wanted)} requests a second could be sent: the machine is too busy.`
    return notMeasured(name, why)
  }
  const isMet = found.length > 0 && median(found) <= goals.p50 && recovery <= goals.recovery && wrong + others === 0
  const figure = found.length === 0 ? '–' : ms(median(found))
  const note = `200: ${share(found.length)} (${times(found)}); 503: ${share(busy.length)} (${times(busy)}); wrong 200s ${wrong}, anything else ${others}; the next request is answered ${ms(recovery)} after the crowd has gone (≤ ${ms(goals.recovery)}). ${Math.round(sentPerSecond)} of ${Math.round(wanted)} a second sent whether or not answers came, for ${seconds} s on at most ${connections} connections; times from when each was due`
  if (crowd < Math.max(...crowds)) return observation(name, figure, note)
  const felt = 'Readers in a crowd get their answer in time, or a 503 at once.'
  return budget({ name, felt, figure, limit: `≤ ${ms(goals.p50)}`, isMet, note })
}

export const run: Run = async ({ quick }) => {
  await buildSiteIfChanged()
  const corpus = readCorpus()
  return inNewFolder(async folder => {
    if (corpus !== null) await buildIndex(join(folder, 'works.sqlite'), corpus.works)
    const site = await startSite({ DATA_DIR: folder })
    try {
      const rowsOf = async (what: string, shots: readonly Shot[]) =>
        (await measure(site.origin, shots, quick)).map(measured => rowOf(what, measured))
      const ofPages = await orWhyNot('paper pages under load', () => rowsOf('paper pages', pages))
      const ofSearches = await orWhyNot('searches under load', async () => {
        if (corpus === null) return [notMeasured('searches under load', noCorpus)]
        const queries = corpus.queries.filter(({ counts }) => counts)
        return rowsOf('searches', await searchesOf(site.origin, queries))
      })
      return [...ofPages, ...ofSearches]
    } finally {
      await site.stop()
    }
  })
}
