import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { noteFailure, noteReach, type SourceTables, sourcesMigration, sourcesReader } from './sources.ts'

describeStore<SourceTables>('the sources', [sourcesMigration], open => {
  test('all sources are listed, including those never synced', async () => {
    const db = await open()
    expect(await sourcesReader(db)()).toEqual([
      { source: 'crossref', askedAt: null, reachesTo: null, failure: null },
      { source: 'retraction-watch', askedAt: null, reachesTo: null, failure: null },
      { source: 'forrt', askedAt: null, reachesTo: null, failure: null },
    ])
  })

  test('a source’s coverage date never goes back with an older file', async () => {
    const db = await open()
    const crossref = async () => (await sourcesReader(db)())[0]
    await noteReach(db, { source: 'crossref', reachesTo: '2026-11-20', askedAt: 1000 })
    await noteReach(db, { source: 'crossref', reachesTo: '2020-06-12', askedAt: 2000 })
    expect(await crossref()).toEqual({ source: 'crossref', askedAt: 2000, reachesTo: '2026-11-20', failure: null })
    await noteReach(db, { source: 'crossref', reachesTo: null, askedAt: 3000 })
    expect(await crossref()).toMatchObject({ askedAt: 3000, reachesTo: '2026-11-20' })
  })

  test('importing a source’s file does not count as a sync', async () => {
    const db = await open()
    const forrt = async () => (await sourcesReader(db)())[2]
    await noteReach(db, { source: 'forrt', reachesTo: '2020', askedAt: null })
    expect(await forrt()).toEqual({ source: 'forrt', askedAt: null, reachesTo: '2020', failure: null })
    await noteReach(db, { source: 'forrt', reachesTo: '2026', askedAt: 1000 })
    await noteFailure(db, { source: 'forrt', sentence: 'It answered 503.', now: 2000 })
    await noteReach(db, { source: 'forrt', reachesTo: '2021', askedAt: null })
    expect(await forrt()).toMatchObject({ askedAt: 1000, reachesTo: '2026', failure: { at: 2000 } })
  })

  test('the last failure of a source is kept until it succeeds', async () => {
    const db = await open()
    const forrt = async () => (await sourcesReader(db)())[2]
    await noteFailure(db, { source: 'forrt', sentence: 'It answered 503.', now: 1000 })
    expect(await forrt()).toEqual({
      source: 'forrt',
      askedAt: null,
      reachesTo: null,
      failure: { at: 1000, sentence: 'It answered 503.' },
    })
    await noteReach(db, { source: 'forrt', reachesTo: '2026', askedAt: 2000 })
    expect(await forrt()).toMatchObject({ askedAt: 2000, failure: null })
    await noteFailure(db, { source: 'forrt', sentence: 'It answered 503.', now: 3000 })
    expect(await forrt()).toMatchObject({ askedAt: 2000, reachesTo: '2026', failure: { at: 3000 } })
  })
})
