import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { Work } from '../works-index/index.ts'
import { type LocalIndex, lookUpLocally } from './local-index.ts'
import { noDetails } from './record-details.ts'
import { work } from './testing/index.ts'

const doi = storedDoi('10.1000/x')
const { details: _, fetchedAt: __, ...known } = work('10.1000/x', { authors: [{ name: 'Ada', orcid: null }] })
const of = (title: string | null) => ({ ...known, title, citedBy: 7 }) as unknown as Work

const index = (found: Work | null): LocalIndex => ({
  findWork: () => (found === null ? { kind: 'not-found' } : { kind: 'found', work: found }),
  findWorks: () => new Map(found === null ? [] : [[doi, found]]),
  findTitled: () => (found === null ? [] : [found]),
  startsKnown: starts => new Set(starts),
})
const look = lookUpLocally(async ask => ask(index(of('Does \\emphJASIST have an archive?'))))

test('an indexed work is returned as paper metadata by any lookup', async () => {
  const facts = {
    ...{ ...known, doi, title: 'Does JASIST have an archive?' },
    ...{ details: { ...noDetails, citedBy: 7 }, fetchedAt: null },
  }
  expect(await look(({ local }) => local(doi))).toEqual({ kind: 'found', facts })
  expect(await look(({ localMany }) => localMany([doi]))).toEqual(new Map([[doi, facts]]))
  expect(await look(({ titled }) => titled(['x']))).toEqual([facts])
  expect(await look(({ startsKnown }) => startsKnown(['a']))).toEqual(new Set(['a']))
})

test('a work without a title has none, and an unindexed work is not found', async () => {
  const untitled = lookUpLocally(async ask => ask(index(of(null))))
  expect(await untitled(({ local }) => local(doi))).toMatchObject({ kind: 'found', facts: { title: null } })
  expect(await lookUpLocally(async ask => ask(index(null)))(({ local }) => local(doi))).toEqual({ kind: 'not-found' })
})
