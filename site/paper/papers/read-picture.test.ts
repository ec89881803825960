import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { exampleReplication } from '../known/testing/index.ts'
import { createReadPicture } from './create-papers.ts'
import type { FactsAnswer } from './facts-store.ts'
import type { NearFacts } from './local-index.ts'
import { work } from './testing/index.ts'

const doi = storedDoi('10.1000/x')
const index: NearFacts = {
  ...{ local: () => ({ kind: 'not-found' }), localMany: () => new Map() },
  ...{ titled: () => [], startsKnown: () => new Set() },
}
const replication = exampleReplication({
  originalDoi: doi,
  outcome: 'failed',
  originalTitle: 'As told',
  originalYear: 1999,
})

const read = (answer: FactsAnswer, replications: object[] = []) =>
  createReadPicture({
    facts: { findNear: async () => answer },
    known: { one: async () => ({ updates: [], replications, notes: [], askedAt: null }) as never },
    near: async ask => ask(index),
    now: () => Date.UTC(2026, 0),
  })(doi)

test('a picture shows the local index’s data', async () => {
  const authors = [{ name: 'Ada Lovelace', orcid: null }]
  const facts = work('10.1000/x', { title: 'Notes', authors, journal: 'Memoirs', year: 1843 })
  expect(await read({ kind: 'found', facts })).toMatchObject({
    ...{ doi, title: 'Notes', strip: { marks: [{ label: '1843: published' }] } },
    ...{ byline: 'Ada Lovelace · Memoirs · 1843', status: 'nothing' },
  })
})

test('a picture of a paper without a record shows others’ data', async () => {
  const picture = await read({ kind: 'not-found' }, [replication])
  expect(picture).toMatchObject({ title: 'As told', byline: '1999', status: 'not-held' })
  expect(picture.strip?.marks).toHaveLength(2)
})

test('a picture distinguishes a missing record from unavailable sources', async () => {
  expect((await read({ kind: 'not-found' })).status).toBe('no-record')
  expect((await read({ kind: 'unavailable', silent: ['Crossref'] })).status).toBe('not-asked')
})
