import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, appUnderTest, startOpenAlex } from '../../testing/index.ts'
import { addReferences, addUpdate, noon } from './testing/index.ts'

const fallen = '10.1000/fallen'
const citing = '10.1000/citing'
const way = { id: 'x', key: null, enqueuedAt: 0, attempt: 1, signal: new AbortController().signal }

describeStore<AppTables>('on the site', siteMigrations, open => {
  test('a paper’s page lists the problematic papers it cites, and others have no list', async () => {
    const db = (await open()) as never
    await addUpdate(db, fallen, 'retraction', '2019-05-02')
    await addReferences(db, citing, [fallen])
    const { app, origin } = appUnderTest({ db })
    const shown = async (doi: string) => {
      const answer = await app.request(`${origin}/${doi}`, { headers: { accept: 'text/html' } })
      return ((await answer.json()) as { model: { sections: { cites: object } } }).model.sections.cites
    }
    expect(await shown(citing)).toMatchObject({
      heading: 'Cites 1 paper that was retracted',
      papers: [{ doi: fallen, when: 'before this paper appeared' }],
    })
    expect(await shown(fallen)).toEqual({ heading: null, papers: [], more: 0 })
  })

  test.each([
    ['the key of the settings', { OPENALEX_API_KEY: 'secret-key' }, 'secret-key'],
    ['no key where there is none', {}, null],
  ])('OpenAlex is queried with %s', async (_, settings, key) => {
    const openAlex = await startOpenAlex([{ id: 'https://openalex.org/W1', doi: `https://doi.org/${fallen}` }])
    onTestFinished(() => openAlex.close())
    const db = (await open()) as never
    await addUpdate(db, fallen, 'retraction', '2019-05-02')
    const { jobs } = appUnderTest({ db, settings: { OPENALEX_URL: openAlex.url, ...settings }, now: () => noon })
    await jobs['citations.step']?.({ step: 'falls', after: '', first: null }, way)
    await jobs['citations.step']?.({ step: 'ids', left: 9 }, way)
    const asked = openAlex.requests.map(({ target }) => new URL(target, openAlex.url))
    expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('api_key')])).toEqual([
      [`/works/doi:${fallen}`, key],
    ])
  })

  test('with OpenAlex disabled, retractions are listed and the next step waits for another night', async () => {
    const db = await open()
    await addUpdate(db as never, fallen, 'retraction', '2019-05-02')
    const { jobs } = appUnderTest({ db, settings: { OPENALEX_URL: 'off' }, now: () => noon })
    await jobs['citations.step']?.({ step: 'falls', after: '', first: null }, way)
    const planned = await db.selectFrom('outbox').select('payload').where('kind', '=', 'citations.step').execute()
    expect(planned.map(({ payload }) => JSON.parse(payload))).toEqual([{ step: 'falls', after: '', first: null }])
  })
})
