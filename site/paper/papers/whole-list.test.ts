import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'

describeStore<AppTables>('the whole lists of a paper', siteMigrations, open => {
  const ask = async (path: string) => {
    const { app, origin } = appUnderTest({ db: await open(), identity: 'http://127.0.0.1:9' })
    return app.request(origin + path, { headers: { accept: 'text/html' } })
  }

  test.each(['authors', 'known', 'votes', 'authors?page=0', 'authors?page=2', 'authors?page=x'])(
    'a paper without %s has no full list',
    async list => expect((await ask(`/10.1000/x/all/${list}`)).status).toBe(404),
  )

  test('full lists have their own URLs, and a DOI ending alike keeps its own', async () => {
    const answer = await ask('/10.1000%2Fall/authors')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/10.1000/all/authors'])
    expect((await ask('/10.1000/all/authors')).status).toBe(200)
  })
})
