import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { behindProxy, hasProxy } from './behind-proxy.ts'
import { halves, pin } from './cores.ts'
import { buildIndex, noCorpus, readCorpus } from './corpus.ts'
import { type Generators, openGenerators } from './generators.ts'
import { inNewFolder } from './in-new-folder.ts'
import { type Level, levelOf, wasSent } from './load-level.ts'
import { loadPicture } from './load-picture.ts'
import { mixOf, pages, searchesOf, sessionChecksAt, signInsAt, votesTo } from './load-shots.ts'
import type { Shot } from './open-loop.ts'
import { startProvider, startSite } from './our-servers.ts'
import { budget, notMeasured, observation, orWhyNot, type Row, type Run } from './row.ts'

/** Load levels as multiples of the server's capacity. */
const crowds = [0.5, 0.8, 1, 2, 10]
/** In ms, and as a share of the highest rate at any level. */
const goals = { p99: 1_000, rate: 0.8 }
const connections = 1_000
const seconds = 4
const generatorCount = 2
const pictureFile = fileURLToPath(new URL('../docs/images/latency-against-load.svg', import.meta.url))

type Measured = { what: string; capacity: number; levels: Level[] }

const measure = async (
  generators: Generators,
  { what, origin, shots }: { what: string; origin: string; shots: readonly Shot[] },
  quick: boolean,
): Promise<Measured> => {
  const target = { host: '127.0.0.1', port: Number(new URL(origin).port) }
  const load = { target, shots, seconds: quick ? 1 : seconds }
  await generators.capacity({ ...load, seconds: 1, connections: 16 })
  const capacity = await generators.capacity({ ...load, connections: 16 })
  const levels: Level[] = []
  for (const crowd of crowds) {
    const perSecond = capacity * crowd
    const volley = await generators.volley({ ...load, perSecond, connections })
    levels.push(levelOf(volley, { crowd, wantedPerSecond: perSecond, seconds: load.seconds }))
    // Waits until the server has drained before the next load level.
    await generators.capacity({ ...load, seconds: 0.2, connections: 1 })
  }
  return { what, capacity, levels }
}

const ms = (value: number): string => (Number.isNaN(value) ? '–' : `${Math.round(value).toLocaleString('en-US')} ms`)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const rate = (value: number): string => Math.round(value).toLocaleString('en-US')

const rowOf = ({ what, capacity, levels }: Measured, level: Level, cores: string): Row => {
  const { crowd, sentPerSecond, wantedPerSecond, answeredPerSecond, shares, wrong, others, p50, p99 } = level
  const name = `${what} at ${100 * crowd} % of capacity, 99 of 100 right answers`
  if (!wasSent(level))
    return notMeasured(name, `Only ${rate(sentPerSecond)} of ${rate(wantedPerSecond)} requests a second could be sent.`)
  const highest = Math.max(capacity, ...levels.map(each => each.answeredPerSecond))
  const ofHighest = answeredPerSecond / highest
  const note = `half within ${ms(p50)}; ${rate(answeredPerSecond)} right answers a second, ${percent(ofHighest)} of the highest rate (${rate(highest)}); 200: ${percent(shares.well)}, 503: ${percent(shares.busy)}, 429: ${percent(shares.limited)}, answers that say less than they should ${wrong}, anything else ${others}. ${rate(sentPerSecond)} of ${rate(wantedPerSecond)} a second sent whether or not answers came, for ${seconds} s; times from when each was due; ${cores}`
  if (crowd < Math.max(...crowds)) return observation(name, ms(p99), note)
  const isMet = p99 <= goals.p99 && ofHighest >= goals.rate && wrong + others === 0
  const felt = 'Those who come with a crowd are answered in time, or told at once to come back.'
  return budget({ name, felt, figure: ms(p99), limit: `≤ ${ms(goals.p99)} at ≥ ${percent(goals.rate)}`, isMet, note })
}

export const run: Run = async ({ quick }) => {
  await buildSiteIfChanged()
  const corpus = readCorpus()
  const cores = await halves()
  const generators = await openGenerators(generatorCount, cores?.senders ?? null)
  const how =
    cores === null
      ? 'servers and senders on the same cores'
      : `servers on ${cores.servers.length} of ${cores.all.length} cores, ${generatorCount} processes that send on the others`
  // Child processes started from here on inherit this process's cores.
  if (cores !== null) await pin(process.pid, cores.servers)
  const measured: Measured[] = []
  const rowsOf = (what: string, origin: string, shotsOf: () => Promise<readonly Shot[]>): Promise<Row[]> =>
    orWhyNot(`${what} under load`, async () => {
      const one = await measure(generators, { what, origin, shots: await shotsOf() }, quick)
      measured.push(one)
      return one.levels.map(level => rowOf(one, level, how))
    })

  /** Measures the same load behind the multi-node proxy, which sheds excess requests before they reach a node. */
  const rowsBehindProxy = async (
    what: string,
    { origin, as }: { origin: string; as: 'site' | 'identity' },
    shotsOf: () => Promise<readonly Shot[]>,
  ): Promise<Row[]> => {
    if (!hasProxy()) return [notMeasured(`${what} behind the proxy`, 'HAProxy is not installed.')]
    const proxy = await behindProxy(origin)
    try {
      return await rowsOf(`${what} behind the proxy`, proxy[as], shotsOf)
    } finally {
      await proxy.stop()
    }
  }

  const ofSite = await inNewFolder(async folder => {
    if (corpus !== null) await buildIndex(join(folder, 'works.sqlite'), corpus.works)
    const site = await startSite({ DATA_DIR: folder })
    const votes = votesTo(site.origin)
    const queries = corpus?.queries.filter(({ counts }) => counts) ?? []
    const searches = () => searchesOf(site.origin, queries)
    try {
      const rows = [
        ...(await rowsOf('paper pages', site.origin, async () => pages)),
        ...(await rowsOf('votes', site.origin, async () => votes)),
      ]
      if (corpus === null) return [...rows, notMeasured('searches and a mix under load', noCorpus)]
      return [
        ...rows,
        ...(await rowsOf('searches', site.origin, searches)),
        ...(await rowsBehindProxy('searches', { origin: site.origin, as: 'site' }, searches)),
        ...(await rowsOf('pages, searches and votes', site.origin, async () => mixOf(votes, await searches()))),
      ]
    } finally {
      await site.stop()
    }
  })
  const ofProvider = await inNewFolder(async folder => {
    const provider = await startProvider({ DATA_DIR: folder })
    try {
      const { origin } = provider
      let made: Promise<readonly Shot[]> | null = null
      const checks = () => {
        made ??= sessionChecksAt(provider, join(folder, 'identity.db'))
        return made
      }
      return [
        ...(await rowsOf('sign-ins by password', origin, () => signInsAt(provider))),
        ...(await rowsOf('checks of sessions', origin, checks)),
        ...(await rowsBehindProxy('checks of sessions', { origin, as: 'identity' }, checks)),
      ]
    } finally {
      await provider.stop()
    }
  })
  generators.close()
  if (!quick) writeFileSync(pictureFile, loadPicture(measured))
  return [...ofSite, ...ofProvider]
}
