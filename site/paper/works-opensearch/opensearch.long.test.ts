import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { prepareWork } from '../works-index/index.ts'
import { describeSearch, searchedWorks, work } from '../works-index/testing/index.ts'
import { beginImport, openWorksThere } from './index.ts'
import { findJava, type Nodes, startNodes } from './testing/index.ts'

const found = findJava()
const why = 'missing' in found ? `: ${found.missing}` : ''
const java = 'java' in found ? found.java : ''
const name = 'works'
const patience = 30_000
/** Three nodes and a load on one machine take their time. */
const slowly = { timeout: 600_000, interval: 50 }
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 })

const bring = async (nodes: readonly string[], works: readonly ReturnType<typeof work>[]) => {
  const begun = await beginImport({ nodes, name }, 'beside')
  await begun.sink.put(works.map(prepareWork), 'keep')
  await begun.serve()
  await begun.close()
}

const inFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'opensearch-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe.skipIf(why !== '')(`one node of OpenSearch${why}`, () => {
  const folder = inFolder()
  let nodes: Nodes
  let engine: ReturnType<typeof openWorksThere>
  beforeAll(async () => {
    nodes = await startNodes(java, folder, 1)
    await bring(nodes.urls, searchedWorks)
    engine = openWorksThere({ nodes: nodes.urls, name }, { patience })
  })
  afterAll(async () => {
    await engine.close()
    await nodes.close()
  })

  describeSearch(
    async (query, limit = 5) => {
      const answer = await engine.search(query, limit)
      if (answer.kind !== 'found') throw new Error(`The search was ${answer.because}.`)
      return answer.works.map(({ doi }) => doi.replace('10.1000/', ''))
    },
    { runs: 300 },
  )

  test('an import next to the serving index leaves no moment without results', async () => {
    let done = false
    const answers: string[] = []
    const searching = (async () => {
      while (!done) {
        const answer = await engine.search('prospect theory', 5)
        answers.push(answer.kind === 'found' ? (answer.works[0]?.doi ?? 'nothing') : answer.because)
      }
    })()
    await bring(nodes.urls, [work('10.1000/later', { title: 'Axolotls regrow' })])
    done = true
    await searching
    expect(new Set(answers)).toEqual(new Set(['10.1000/prospect']))
    expect((await engine.search('axolotls', 5)).kind).toBe('found')
    expect(await engine.count()).toBe(searchedWorks.length + 1)
  })
})

describe.skipIf(why !== '')(`three nodes of OpenSearch${why}`, () => {
  const folder = inFolder()
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await startNodes(java, folder, 3)
    await bring(nodes.urls, searchedWorks)
    await nodes.whenWhole(3)
  })
  afterAll(() => nodes.close())

  test('killing the leading node under load never yields false empty results', async () => {
    const engine = openWorksThere({ nodes: nodes.urls, name }, { patience })
    let done = false
    const answers: { at: number; what: string }[] = []
    const load = Array.from({ length: 8 }, async () => {
      while (!done) {
        const answer = await engine.search('prospect theory', 5)
        const what = answer.kind === 'found' ? (answer.works[0]?.doi ?? 'nothing') : answer.because
        answers.push({ at: performance.now(), what })
      }
    })
    await expect.poll(() => answers.length, slowly).toBeGreaterThan(200)
    const killedAt = performance.now()
    await nodes.kill(await leaderOf(nodes))
    await nodes.whenWhole(2, 'some')
    const ledAt = performance.now()
    const before = answers.length
    await expect.poll(() => answers.length, slowly).toBeGreaterThan(before + 200)
    done = true
    await Promise.all(load)
    await engine.close()
    const errors = answers.filter(({ what }) => what !== '10.1000/prospect')
    const last = errors.at(-1)
    process.stdout.write(
      `The leader was killed: ${answers.length} answers, ${errors.length} of them unavailable, the last ${last === undefined ? '-' : `${(last.at - killedAt).toFixed(0)} ms after`}; the others had a new leader after ${(ledAt - killedAt).toFixed(0)} ms.\n`,
    )
    expect(answers.map(({ what }) => what)).not.toContain('nothing')
    expect(errors.filter(({ at }) => at > ledAt)).toEqual([])
  })
})

/** The number of the node that leads the others. */
const leaderOf = async ({ urls }: Nodes): Promise<number> => {
  const answer = await fetch(`${urls[0]}/_cat/cluster_manager?format=json`)
  const [leader] = (await answer.json()) as { node: string }[]
  return Number(leader?.node.replace('node-', ''))
}
