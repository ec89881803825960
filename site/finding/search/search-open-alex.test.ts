import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { createOpenAlexSearch } from './open-find-works.ts'
import { playOpenAlex } from './testing/index.ts'

const list = { results: [{ id: 'https://openalex.org/W1', doi: null }, { doi: 'https://doi.org/10.1000/A' }, null] }

const openAlexThat = async (...given: Parameters<typeof playOpenAlex>) => {
  const { options, ...played } = await playOpenAlex(...given)
  return { ...played, search: createOpenAlexSearch(options) }
}

describeStore<SearchTables>('a search at OpenAlex', [searchMigration], open => {
  test.each([[undefined], ['the-key']])(
    'an OpenAlex search requests five works with a DOI, with the key %s',
    async key => {
      const { search, asked, learnt } = await openAlexThat(await open(), 200, list, key)
      expect(await search('green tea')).toMatchObject({ kind: 'found', works: [{ doi: '10.1000/a' }] })
      expect(asked().map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
        [
          '/works',
          {
            ...{ search: 'green tea', filter: 'has_doi:true', per_page: '5' },
            select: 'id,doi,display_name,authorships,primary_location,publication_year,type,is_retracted',
            ...(key !== undefined && { api_key: key }),
          },
        ],
      ])
      expect(learnt).toEqual(['10.1000/a'])
    },
  )

  test.each([
    ['something else than a list', 200, { results: 7 }, 'unavailable'],
    ['a list, as an error', 404, list, 'unavailable'],
    ['an error of its own', 500, list, 'unavailable'],
    ['that it is asked too often', 429, list, 'too-many-requests'],
  ])('an OpenAlex search returning %s fails rather than finding nothing', async (_, status, body, kind) => {
    const db = await open()
    const { search, learnt } = await openAlexThat(db, status, body)
    expect(await search('green tea')).toEqual({ kind })
    expect(learnt).toEqual([])
    expect(await db.selectFrom('search_answers').selectAll().execute()).toEqual([])
  })
})
