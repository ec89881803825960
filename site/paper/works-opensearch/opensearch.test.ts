import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { foldWords, prepareWork, titleStart } from '../works-index/index.ts'
import { describeSearch, searchedWorks, work } from '../works-index/testing/index.ts'
import { beginImport, type ImportWay, openServingWriter, openWorksThere } from './index.ts'
import { playOpenSearch } from './testing/index.ts'

const patience = 60_000
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = (url: string, name: string) => {
  const engine = openWorksThere({ nodes: [url], name }, { patience })
  closing.push(engine.close)
  return engine
}

/** Imports these works as one file of them. */
const bring = async (
  url: string,
  name: string,
  works: readonly ReturnType<typeof work>[],
  way: ImportWay = 'beside',
) => {
  const begun = await beginImport({ nodes: [url], name }, way)
  try {
    const counts = await begun.sink.put(works.map(prepareWork), 'keep')
    await begun.serve()
    return counts
  } finally {
    await begun.close()
  }
}

const found = async (engine: ReturnType<typeof open>, query: string) => {
  const answer = await engine.search(query, 5)
  return answer.kind === 'found' ? answer.works.map(({ doi }) => doi) : answer.because
}

describe('OpenSearch backend', async () => {
  const server = await playOpenSearch()
  await bring(server.url, 'works', searchedWorks)
  const engine = openWorksThere({ nodes: [server.url], name: 'works' }, { patience })
  afterAll(async () => {
    await engine.close()
    await server.close()
  })
  const search = async (query: string, limit = 5): Promise<string[]> => {
    const answer = await engine.search(query, limit)
    if (answer.kind !== 'found') throw new Error(`The search was ${answer.because}.`)
    return answer.works.map(({ doi }) => doi.replace('10.1000/', ''))
  }
  describeSearch(search, { runs: 20 })
})

describe('OpenSearch', () => {
  let server: Awaited<ReturnType<typeof playOpenSearch>>
  beforeEach(async () => {
    server = await playOpenSearch()
    closing.push(server.close)
  })
  const zebra = work('10.1000/a', { title: 'Zebras of the plains and their stripes', pmid: 7 })
  const quagga = work('10.1000/b', { title: 'Quaggas of the plains' })

  test('OpenSearch receives the URL’s credentials, and rejects wrong ones as unavailable', async () => {
    const guarded = await playOpenSearch('works@site:p/s:d%')
    closing.push(guarded.close)
    const { host } = new URL(guarded.url)
    const allowed = `http://${encodeURIComponent('works@site')}:${encodeURIComponent('p/s:d%')}@${host}`
    await bring(allowed, 'works', [zebra])
    expect(await found(open(allowed, 'works'), 'zebras')).toEqual(['10.1000/a'])
    for (const refused of [guarded.url, `http://works%40site:wrong@${host}`])
      expect(await found(open(refused, 'works'), 'zebras')).toBe('broken')
  })

  describe('OpenSearch failures', () => {
    test.each([
      ['that answers for a part of the works', 'partial', 'broken'],
      ['that gave up in the middle', 'late', 'broken'],
      ['that has too much to do', 'busy', 'busy'],
      ['that is away', 'away', 'broken'],
    ] as const)('OpenSearch %s counts as unavailable, never as no results', async (_, trouble, because) => {
      await bring(server.url, 'works', [zebra])
      const engine = open(server.url, 'works')
      expect(await found(engine, 'zebras')).toEqual(['10.1000/a'])
      server.fail(trouble)
      expect(await found(engine, 'zebras')).toBe(because)
      server.fail('none')
      expect(await found(engine, 'zebras')).toEqual(['10.1000/a'])
    })

    test('a missing index counts as unavailable', async () => {
      const engine = open(server.url, 'works')
      expect(await found(engine, 'zebras')).toBe('broken')
      expect(await engine.count()).toBeNull()
    })

    test('the circuit opens after some failures and closes when OpenSearch recovers', async () => {
      await bring(server.url, 'works', [zebra])
      const engine = open(server.url, 'works')
      server.fail('away')
      for (let n = 0; n < 5; n++) expect(await found(engine, 'zebras')).toBe('broken')
      const asked = server.calls.length
      expect(await found(engine, 'zebras')).toBe('broken')
      expect(server.calls.length).toBe(asked)
      server.fail('none')
      await expect.poll(() => found(engine, 'zebras')).toEqual(['10.1000/a'])
    })

    test('the health check fails, and papers are unavailable rather than unknown', async () => {
      await bring(server.url, 'works', [zebra])
      const engine = open(server.url, 'works')
      await engine.check()
      server.fail('away')
      await expect(engine.check()).rejects.toThrow()
      expect(await engine.lookUp(works => works.findWork(zebra.doi).kind)).toBe('unavailable')
    })
  })

  describe('OpenSearch lookups', () => {
    test('a paper is found by DOI, PubMed id and title, or reported missing', async () => {
      await bring(server.url, 'works', [zebra, quagga])
      const engine = open(server.url, 'works')
      const nobody = storedDoi('10.1000/nobody')
      const start = titleStart(foldWords(zebra.title ?? ''))
      const answer = await engine.lookUp(works => ({
        one: works.findWork(zebra.doi),
        none: works.findWork(nobody).kind,
        many: [...works.findWorks([quagga.doi, nobody]).keys()],
        pmids: works.findPmids(['7', '8']),
        titled: works.findTitled(['ZEBRAS of the plains, and their stripes!']).map(({ doi }) => doi),
        starting: works.findStarting([start], 5).map(({ work }) => work.doi),
        goingOn: works.findGoingOn('zebras of the', 5).map(({ doi }) => doi),
        starts: works.startsKnown([start, 'nobody wrote this']),
      }))
      expect(answer).toEqual({
        one: { kind: 'found', work: zebra },
        none: 'not-found',
        many: [quagga.doi],
        pmids: new Map([['7', zebra.doi]]),
        titled: [zebra.doi],
        starting: [zebra.doi],
        goingOn: [zebra.doi],
        starts: new Set([start]),
      })
    })

    test('lookups are batched, and dependent ones follow in a second request', async () => {
      await bring(server.url, 'works', [zebra, quagga])
      const engine = open(server.url, 'works')
      const asked = server.calls.length
      const titles = await engine.lookUp(works => {
        const papers = [zebra.doi, quagga.doi].map(doi => works.findWork(doi))
        return papers.flatMap(paper => (paper.kind === 'found' ? works.findTitled([paper.work.title ?? '']) : []))
      })
      expect(titles.map(({ doi }) => doi)).toEqual([zebra.doi, quagga.doi])
      expect(server.calls.slice(asked)).toEqual(['POST /works/_mget', 'POST /works/_msearch'])
    })
  })

  describe('OpenSearch import', () => {
    test('an import goes live atomically, and the old index serves until then', async () => {
      await bring(server.url, 'works', [zebra])
      const engine = open(server.url, 'works')
      const begun = await beginImport({ nodes: [server.url], name: 'works' }, 'beside')
      await begun.sink.put([prepareWork(quagga)], 'keep')
      expect(await found(engine, 'quaggas')).toEqual([])
      expect(await found(engine, 'zebras')).toEqual([zebra.doi])
      await begun.serve()
      await begun.close()
      expect(await found(engine, 'quaggas')).toEqual([quagga.doi])
      expect(await found(engine, 'zebras')).toEqual([zebra.doi])
      expect(server.indexes()).toEqual([{ name: expect.stringMatching(/^works-/), aliases: ['works'] }])
    })

    test('a killed import leaves the serving index, and the next removes its remains', async () => {
      await bring(server.url, 'works', [zebra])
      const engine = open(server.url, 'works')
      const killed = await beginImport({ nodes: [server.url], name: 'works' }, 'fresh')
      await killed.sink.put([prepareWork(quagga)], 'keep')
      await killed.close()
      expect(await found(engine, 'plains')).toEqual([zebra.doi])
      expect(server.indexes()).toHaveLength(2)
      await bring(server.url, 'works', [quagga], 'fresh')
      expect(await found(engine, 'plains')).toEqual([quagga.doi])
      expect(server.indexes()).toHaveLength(1)
    })

    test('an in-place import updates the serving index by the same rules as the file', async () => {
      const starter = work('10.1000/a', { title: 'Zebras', authors: ['A. Author'], source: 'starter' })
      await bring(server.url, 'works', [starter, quagga])
      const [before] = server.indexes()
      const counts = await bring(
        server.url,
        'works',
        [zebra, quagga, work('10.1000/b', { title: 'Otherwise' }), work('10.1000/c')],
        'in-place',
      )
      expect(counts).toEqual({ added: 1, changed: 1, same: 1, different: 1 })
      expect(server.indexes()).toEqual([before])
      const engine = open(server.url, 'works')
      // A gap in the record is filled from the starter corpus.
      expect(await engine.lookUp(works => works.findWork(zebra.doi))).toEqual({
        kind: 'found',
        work: { ...zebra, authors: starter.authors },
      })
    })

    test('an in-place import requires an index', async () => {
      await expect(beginImport({ nodes: [server.url], name: 'works' }, 'in-place')).rejects.toThrow(/--in-place/)
    })
  })

  test('concurrent servers create one initial index and keep its metadata', async () => {
    const place = { nodes: [server.url], name: 'works' }
    const [one, other] = await Promise.all([openServingWriter(place), openServingWriter(place)])
    closing.push(one.close, other.close)
    const starter = work('10.1000/s', { source: 'starter' })
    await one.put([prepareWork(starter), prepareWork(zebra)], 'replace')
    await other.put([prepareWork(starter)], 'replace')
    await one.setMeta('version', '3')
    expect(await other.meta('version')).toBe('3')
    expect(await other.count()).toBe(2)
    expect(await other.removeStarterWorksExcept(new Set())).toBe(1)
    expect(await other.count()).toBe(1)
    expect(server.indexes()).toHaveLength(1)
  })
})
