import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { resultsPage } from './open-find-works.ts'

const browser = { accept: 'text/html' }
const work = {
  ...{ doi: storedDoi('10.1000/retracted'), title: 'Green tea', authors: ['Ada Lovelace'], authorsTruncated: false },
  ...{ journal: null, year: 2011, score: 9 },
}

describeStore<AppTables>('the page of results', siteMigrations, open => {
  test('the results page shows index results with their status, and the API returns the same', async () => {
    const { app, origin } = appUnderTest({
      db: await open(),
      searchWorks: async () => ({ kind: 'found', works: [work] }),
    })
    const page = await app.request(`${origin}/search?q=green%20tea`, { headers: browser })
    expect([page.status, page.headers.get('vary')]).toEqual([200, expect.stringMatching(/(?:^|, )Accept(?:,|$)/)])
    expect(await page.json()).toMatchObject({
      page: 'results',
      model: {
        query: 'green tea',
        results: [{ doi: work.doi, status: { kind: 'retracted' } }],
        note: null,
        error: null,
      },
    })
    const told = await app.request(`${origin}/search?q=green%20tea`, { headers: { accept: 'application/json' } })
    expect(await told.json()).toMatchObject({ results: [{ doi: 'https://doi.org/10.1000/retracted' }] })
  })

  test.each(['', '?q=', '?q=%20%E2%80%8B'])('an empty search prompts for a query: /search%s', async query => {
    const { app, origin } = appUnderTest({ db: await open() })
    const page = await app.request(`${origin}/search${query}`, { headers: browser })
    expect(page.status).toBe(200)
    expect(await page.json()).toMatchObject({ model: { query: '', results: [], note: null, error: null } })
  })

  test('for pasted text that is not a paper the API returns an explanation instead of results', async () => {
    const { app, origin } = appUnderTest({ db: await open() })
    const told = async (q: string) =>
      (await app.request(`${origin}/search?${new URLSearchParams({ q })}`, { headers: { accept: '*/*' } })).json()
    expect(JSON.stringify(await told('978-0-306-40615-7'))).toContain('This is an ISBN')
    expect(JSON.stringify(await told('green tea'))).not.toContain('This is')
  })

  test('the results page allows 120 searches a minute per IP address, and empty ones are unlimited', async () => {
    const { app, origin } = appUnderTest({ db: await open() })
    const search = async (q: string) => (await app.request(`${origin}/search?q=${q}`, { headers: browser })).status
    for (let time = 0; time < 120; time++) expect(await search('green')).toBe(200)
    expect([await search('green'), await search('')]).toEqual([429, 200])
  })
})

test('the results page is titled with the query and is noindex', () => {
  const headOf = (query: string) => resultsPage.head({ query, results: [], note: null, error: null }, 'http://x')
  const meta = [{ name: 'robots', content: 'noindex' }]
  expect(headOf('green tea')).toEqual({ title: 'green tea · Corroborate', meta })
  expect(headOf('')).toEqual({ title: 'Search · Corroborate', meta })
})
