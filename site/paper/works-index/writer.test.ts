import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { afterAll, describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { openLiveIndex } from './live-index.ts'
import { openWorksReader } from './reader.ts'
import { prepareWork } from './replace-work.ts'
import { searchWorks } from './search.ts'
import { temporaryFolder, work, writeIndex } from './testing/make-index.ts'
import { openWorksWriter } from './writer.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
let files = 0
const newFile = () => folder.file(`works-${++files}.sqlite`)

const search = (file: string, query: string): string[] => {
  const live = openLiveIndex(file)
  const state = live.get()
  const hits = state.kind === 'open' ? searchWorks(state.index, query, { limit: 5, budget: 15_000 }) : []
  live.close()
  return hits.map(hit => hit.doi)
}

describe('indexed work', () => {
  test('a work is read back as stored', () => {
    const file = newFile()
    const put = {
      ...work('10.1000/full', { title: 'Full', journal: 'J', year: 1999, citedBy: 3, retracted: true }),
      authors: [
        { name: 'Ada', orcid: '0000-0002-1825-0097' },
        { name: 'Bob', orcid: null },
      ],
    }
    writeIndex(file, [put])
    const reader = openWorksReader(file)
    expect(reader.findWork(storedDoi('10.1000/full'))).toEqual({ kind: 'found', work: put })
    expect(reader.findWork(storedDoi('10.1000/none'))).toEqual({ kind: 'not-found' })
    expect(reader.count()).toBe(1)
    reader.close()
  })

  test('a work is found by DOI and title prefix, limited per prefix', () => {
    const file = newFile()
    writeIndex(file, [
      work('10.1000/a', { title: 'Rats and mice' }),
      work('10.1000/b', { title: 'Rats, and mice!' }),
      work('10.1000/c', { title: 'Rats and mice: a study' }),
      work('10.1000/d', { title: 'Cats and dogs' }),
    ])
    const reader = openWorksReader(file)
    const dois = ['10.1000/d', '10.1000/none', '10.1000/a', '10.1000/a'].map(storedDoi)
    expect([...reader.findWorks(dois).keys()].toSorted()).toEqual(['10.1000/a', '10.1000/d'])
    const starting = (most: number) =>
      reader
        .findStarting(['rats and mice', 'nothing', 'cats and dogs'], most)
        .map(({ start, work }) => [start, work.doi])
    expect(starting(12)).toEqual([
      ['rats and mice', '10.1000/a'],
      ['rats and mice', '10.1000/b'],
      ['cats and dogs', '10.1000/d'],
    ])
    expect(starting(1)).toEqual([
      ['rats and mice', '10.1000/a'],
      ['cats and dogs', '10.1000/d'],
    ])
    expect(reader.findGoingOn('rats and mi', 12).map(({ doi }) => doi)).toEqual(['10.1000/a', '10.1000/b', '10.1000/c'])
    expect(reader.findGoingOn('rats and mi', 2)).toHaveLength(2)
    reader.close()
  })

  test('a work is found by title in any case and punctuation', () => {
    const file = newFile()
    writeIndex(file, [
      work('10.1000/a', { title: 'Rats and mice: a study' }),
      work('10.1000/b', { title: 'Rats and mice: a study, again' }),
      work('10.1000/c', { title: 'Retraction: Rats and mice' }),
    ])
    const reader = openWorksReader(file)
    const found = (...titles: string[]) =>
      reader
        .findTitled(titles)
        .map(({ doi }) => doi)
        .toSorted()
    expect(found('RATS AND MICE - A STUDY')).toEqual(['10.1000/a'])
    expect(found('Rats and mice: a study', 'Nothing of the kind', 'Retraction: rats and mice')).toEqual([
      '10.1000/a',
      '10.1000/c',
    ])
    expect([found(), found('', '…')]).toEqual([[], []])
    reader.close()
  })

  test('storing a work twice changes nothing', () => {
    const writer = openWorksWriter(newFile())
    expect(writer.put([work('10.1000/a'), work('10.1000/a')].map(prepareWork), 'keep')).toEqual({
      added: 1,
      changed: 0,
      same: 1,
      different: 0,
    })
    expect(writer.put([work('10.1000/a')].map(prepareWork), 'replace')).toEqual({
      added: 0,
      changed: 0,
      same: 1,
      different: 0,
    })
    writer.close()
  })

  test('a work keeps its truncated-authors flag', () => {
    const file = newFile()
    const two = { authors: ['A. Author', 'B. Author'] }
    writeIndex(file, [work('10.1000/some', { ...two, authorsTruncated: true }), work('10.1000/all', two)])
    const reader = openWorksReader(file)
    expect(reader.findWork(storedDoi('10.1000/some'))).toMatchObject({
      work: { authors: { length: 2 }, authorsTruncated: true },
    })
    expect(reader.findWork(storedDoi('10.1000/all'))).toMatchObject({
      work: { authors: { length: 2 }, authorsTruncated: false },
    })
    reader.close()
  })

  test('a work with different data is kept and counted as different', () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'First title' })])
    const writer = openWorksWriter(file)
    expect(writer.put([work('10.1000/a', { title: 'Second title' })].map(prepareWork), 'keep').different).toBe(1)
    writer.close()
    expect(search(file, 'first title')).toEqual(['10.1000/a'])
  })

  test('a work with different data replaces the first on request, in every table', () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras everywhere', citedBy: 5 })])
    const writer = openWorksWriter(file)
    const counts = writer.put(
      [
        work('10.1000/a', { title: 'Giraffes', citedBy: 9 }),
        work('10.1000/a', { title: 'Okapis somewhere', citedBy: 90 }),
      ].map(prepareWork),
      'replace',
    )
    expect(counts.changed).toBe(2)
    expect(writer.vocabularyIsStale()).toBe(true)
    writer.refreshVocabulary()
    writer.close()
    expect(search(file, 'zebras')).toEqual([])
    expect(search(file, 'giraffes')).toEqual([])
    expect(search(file, 'okapis')).toEqual(['10.1000/a'])
    const db = new DatabaseSync(file, { readOnly: true })
    expect(db.prepare('SELECT count(*) AS n FROM titles').get()?.n).toBe(1)
    expect(db.prepare(`SELECT count(*) AS n FROM vocabulary WHERE word = 'zebras'`).get()?.n).toBe(0)
    db.close()
  })

  test('an imported work replaces the starter corpus’s, never the reverse', () => {
    const file = newFile()
    const writer = openWorksWriter(file)
    const starter = work('10.1000/a', { title: 'Starter', source: 'starter' })
    const imported = work('10.1000/a', { title: 'Imported' })
    expect(writer.put([starter].map(prepareWork), 'replace').added).toBe(1)
    expect(writer.put([imported].map(prepareWork), 'keep').changed).toBe(1)
    expect(writer.put([starter].map(prepareWork), 'replace').different).toBe(1)
    writer.put([work('10.1000/b', { source: 'starter' })].map(prepareWork), 'keep')
    expect(writer.removeStarterWorksExcept(new Set([storedDoi('10.1000/a')]))).toBe(1)
    expect(writer.count()).toBe(1)
    writer.close()
  })
})

test('missing data of an imported record is taken from the starter record it replaces', () => {
  const file = newFile()
  const writer = openWorksWriter(file)
  const starter = work('10.1000/a', {
    title: 'Zebras',
    authors: ['Ada Okapi'],
    journal: 'Savanna',
    year: 1999,
    source: 'starter',
  })
  const imported = work('10.1000/a', { title: 'Zebras', year: 2000 })
  writer.put([starter].map(prepareWork), 'keep')
  expect(writer.put([imported].map(prepareWork), 'keep').changed).toBe(1)
  expect(writer.put([imported].map(prepareWork), 'keep').changed).toBe(0)
  writer.refreshVocabulary()
  writer.close()
  const reader = openWorksReader(file)
  expect(reader.findWork(storedDoi('10.1000/a'))).toMatchObject({
    work: { authors: [{ name: 'Ada Okapi' }], journal: 'Savanna', year: 2000, source: 'import' },
  })
  reader.close()
  expect(search(file, 'okapi zebras')).toEqual(['10.1000/a'])
})

describe('index file', () => {
  test('an index of an older version is rebuilt from its works', () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' }), work('10.1000/b', { title: 'Okapis' })])
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 0; DROP TABLE titles; DROP TABLE words; DROP TABLE vocabulary')
    db.close()
    expect(search(file, 'okapis')).toEqual([])
    const notices: string[] = []
    const writer = openWorksWriter(file, { onNotice: sentence => notices.push(sentence) })
    expect(writer.vocabularyIsStale()).toBe(false)
    writer.close()
    expect(notices).toHaveLength(1)
    expect(search(file, 'okapis')).toEqual(['10.1000/b'])
    expect(search(file, 'okapsi')).toEqual(['10.1000/b'])
  })

  test('an index from before PubMed ids is rebuilt and stores them from then on', () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 1; DROP INDEX works_pmid; ALTER TABLE works DROP COLUMN pmid')
    db.close()
    writeIndex(file, [work('10.1000/b', { title: 'Okapis', pmid: 4242 })])
    const reader = openWorksReader(file)
    expect([...reader.findPmids(['4242', '17'])]).toEqual([['4242', '10.1000/b']])
    expect(reader.findWork(storedDoi('10.1000/a'))).toMatchObject({ work: { title: 'Zebras', pmid: null } })
    reader.close()
  })

  test('an index of a newer version is rejected', () => {
    const file = newFile()
    writeIndex(file, [])
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 999')
    db.close()
    expect(() => openWorksWriter(file)).toThrow(OperatorError)
    expect(() => openWorksWriter(file)).toThrow(/newer version/)
  })

  test('a file that is not an index is rejected and left untouched', () => {
    const file = newFile()
    const db = new DatabaseSync(file)
    db.exec('CREATE TABLE mine (x)')
    db.close()
    expect(() => openWorksWriter(file)).toThrow(OperatorError)
    const text = folder.file('text.sqlite')
    writeFileSync(text, 'not a database, '.repeat(1000))
    expect(() => openWorksWriter(text)).toThrow(OperatorError)
  })
})

test('a reader of an invalid index file is unavailable and reports why once', () => {
  const text = folder.file('noise.sqlite')
  writeFileSync(text, 'not a database, '.repeat(1000))
  const notices: string[] = []
  const reader = openWorksReader(text, { onNotice: sentence => notices.push(sentence) })
  expect(reader.findWork(storedDoi('10.1000/a'))).toEqual({ kind: 'unavailable' })
  expect(reader.findWorks([storedDoi('10.1000/a')]).size).toBe(0)
  expect(reader.count()).toBeNull()
  expect(notices).toHaveLength(1)
  reader.close()
})
