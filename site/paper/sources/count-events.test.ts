import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { type KnownTables, knownMigrations, saveUpdates } from '../known/index.ts'
import { createCountEvents } from './count-events.ts'

const notice = (doi: string, noticeDoi: Doi | null = null) => ({
  ...{ doi: storedDoi(doi), type: 'retraction', noticeDoi, date: null, retracted: true },
  ...{ journal: null, publisher: null, title: null },
})

describeStore<KnownTables>('the events of a source', knownMigrations, open => {
  test('events received through two channels are counted once, and starter events separately', async () => {
    const db = await open()
    const one = notice('10.1000/a')
    await saveUpdates(db, [one, notice('10.1000/b')], 'crossref')
    await saveUpdates(db, [one, notice('10.1000/a', storedDoi('10.1000/n'))], 'publisher')
    await saveUpdates(db, [one], 'retraction-watch')
    await saveUpdates(db, [one, notice('10.1000/c')], 'retraction-watch-list')
    await saveUpdates(db, [{ ...notice('10.1000/d'), date: '2015-08-28' }], 'starter')
    expect(await createCountEvents(db, () => 0)()).toEqual({
      ...{ crossref: 3, 'retraction-watch': 2, forrt: 0 },
      starter: { notices: 1, replications: 0, newest: '2015-08-28' },
    })
  })

  test('events are counted at most once a minute, and again at once after a failure', async () => {
    const db = await open()
    const clock = { now: 0 }
    const count = createCountEvents(db, () => clock.now)
    const crossref = async () => (await count()).crossref
    expect(await crossref()).toBe(0)
    await saveUpdates(db, [notice('10.1000/a')], 'crossref')
    clock.now = 59_999
    expect(await crossref()).toBe(0)
    clock.now = 60_000
    expect(await crossref()).toBe(1)

    await db.schema.alterTable('updates').renameTo('away').execute()
    clock.now = 120_000
    await expect(count()).rejects.toThrow()
    await db.schema.alterTable('away').renameTo('updates').execute()
    expect(await crossref()).toBe(1)
  })
})
