import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { PaperFacts } from './facts-store.ts'
import {
  replaceVersions,
  type SourceVersions,
  type VersionsTables,
  versionsMigration,
  versionsOfManyReader,
  versionsReader,
} from './versions.ts'
import { versionsByTitle } from './versions-to-show.ts'

const [article, preprint, older] = ['10.1000/article', '10.48550/arxiv.1', '10.1000/older'].map(storedDoi) as [
  ReturnType<typeof storedDoi>,
  ReturnType<typeof storedDoi>,
  ReturnType<typeof storedDoi>,
]

describeStore<VersionsTables>('the versions of a paper', [versionsMigration], open => {
  test('versions are linked in both directions, from either record, and removed with their source', async () => {
    const db = await open()
    const read = versionsReader(db)
    const says = (told: SourceVersions) => db.transaction().execute(tx => replaceVersions(tx, preprint, told))
    await says({ source: 'crossref', versions: [{ doi: article, kind: 'article' }] })
    await says({
      source: 'openalex',
      versions: [
        { doi: article, kind: 'version' },
        { doi: older, kind: 'version' },
        { doi: preprint, kind: 'version' },
      ],
    })
    expect((await read(preprint)).toSorted((a, b) => (a.doi < b.doi ? -1 : 1))).toEqual([
      { doi: article, kind: 'article' },
      { doi: older, kind: 'version' },
    ])
    expect(await read(article)).toEqual([{ doi: preprint, kind: 'preprint' }])
    const readMany = versionsOfManyReader(db)
    const nobody = storedDoi('10.1000/nobody')
    const many = await readMany([preprint, article, nobody])
    expect([...many.keys()]).toEqual([preprint, article, nobody])
    for (const doi of [preprint, article, nobody]) {
      expect(new Set(many.get(doi))).toEqual(new Set(await read(doi)))
    }
    await says({ source: 'crossref', versions: [] })
    await says({ source: 'openalex', versions: [] })
    expect([await read(article), await read(preprint)]).toEqual([[], []])
  })
})

describe('works with the same title', () => {
  const title = 'A study of rats in small rooms'
  const facts = (doi: string, type: string, ...authors: string[]): PaperFacts => ({
    doi: storedDoi(doi),
    title,
    authors: authors.map(name => ({ name, orcid: null })),
    authorsTruncated: false,
    journal: null,
    year: null,
    type,
    retracted: null,
    details: null,
    source: 'import',
    fetchedAt: null,
  })
  const paper = facts(article, 'article', 'Ada Lovelace')

  test.each([
    ['a preprint with one of the authors', facts(preprint, 'preprint', 'G. Hopper', 'Lovelace, A.'), 'preprint'],
    ['a preprint by others', facts(preprint, 'preprint', 'G. Hopper'), undefined],
    ['another article', facts(older, 'article', 'Ada Lovelace'), undefined],
    ['itself', facts(article, 'preprint', 'Ada Lovelace'), undefined],
  ])('version matching: %s', (_, other, kind) => {
    expect(versionsByTitle(paper, () => [other])[0]?.kind).toBe(kind)
  })

  test('a short title matches nothing', () => {
    const short = { ...paper, title: 'Rats in rooms' }
    expect(versionsByTitle(short, () => [facts(preprint, 'preprint', 'Ada Lovelace')])).toEqual([])
  })
})
