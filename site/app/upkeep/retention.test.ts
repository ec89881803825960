import { howLong, type Retention } from '@corroborate/server-kit/retention'
import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore, tablesOf } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteTables } from '../../kit/retention/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { personalData } from '../about/feature.ts'
import { siteMigrations } from '../migrations.ts'
import { actedOn } from './jobs.ts'

/** Tables with papers whose rows are not activity: source data, counts of other tables, and effects of an action. */
const noActs = [
  ...['activity_taken_back', 'fallen_papers', 'money_log', 'paper_facts', 'paper_interest', 'paper_versions'],
  ...['references_read', 'updates', 'updates_asked'],
]

describeStore<AppTables>('the tables of the site', siteMigrations, open => {
  test('every site table has a retention period, and no other table does', async () => {
    const tables = await tablesOf(await open())
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(siteTables).toSorted())
  })

  test('every table with a paper declares if its rows are actions', async () => {
    const tables = await tablesOf(await open())
    const ofPapers = tables.filter(({ columns }) => columns.some(({ name }) => name === 'doi')).map(({ name }) => name)
    const said = [...noActs, ...actedOn.filter(({ column }) => column === 'doi').map(({ table }) => table)]
    expect(said.toSorted()).toEqual(ofPapers.toSorted())
  })

  test('/privacy lists every table of personal data with its actual retention period', async () => {
    const { app, origin } = appUnderTest({ db: await open(), identity: 'http://127.0.0.1:9' })
    const { model } = (await (await app.request(`${origin}/privacy`)).json()) as {
      model: { kept: { what: string; howLong: string }[] }
    }
    expect(model.kept).toEqual(personalData(readSettings({})))
    expect(model.kept).toContainEqual({
      what: 'Changes to your account: time, actor, IP address, browser',
      howLong: '400 days after the change',
    })
    expect(model.kept).toContainEqual({ what: siteTables.votes.what, howLong: siteTables.votes.until })
  })
})

test('every table of the site has a retention period in words', () => {
  for (const [table, retention] of Object.entries<Retention>(siteTables)) {
    expect([table, howLong(retention)]).toEqual([
      table,
      expect.stringMatching(/^(?:until |permanently|\d+ (?:hour|day)s? after )/),
    ])
  }
})
