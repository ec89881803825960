import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { type OutsideId, storedDoi } from '../../kit/doi/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { createOpenAlexIds, type OutsideIdAnswer, withGuess } from './find-works.ts'
import { playOpenAlex } from './testing/index.ts'

const reader = '192.0.2.1'
const byNumber: OutsideId = { by: 'pmid', id: '7' }
const byAddress = (url: string): OutsideId => ({ by: 'address', url, guess: null })
const a = { id: 'https://openalex.org/W1', doi: 'https://doi.org/10.1000/A', display_name: 'On tea' }
const b = { ...a, doi: 'https://doi.org/10.1000/b' }

const openAlexThat = async (...given: Parameters<typeof playOpenAlex>) => {
  const { options, ...played } = await playOpenAlex(...given)
  const ask = createOpenAlexIds(options)
  return {
    ...played,
    ask: async (id: OutsideId) => {
      const answer = await ask(id, reader)
      return answer.kind === 'found' ? answer.work.doi : answer.kind
    },
  }
}

describeStore<SearchTables>('which paper something stands for, after OpenAlex', [searchMigration], open => {
  test.each([
    ['the work', 200, a, '10.1000/a'],
    ['a list of works, of which the first counts', 200, { results: [a, b] }, '10.1000/a'],
    ['a list in which the first has no DOI', 200, { results: [{ ...a, doi: null }, b] }, '10.1000/b'],
    ['an empty list', 200, { results: [] }, 'not-found'],
    ['a work without a DOI', 200, { ...a, doi: null }, 'not-found'],
    ['that there is none', 404, {}, 'not-found'],
    ['that there is none any more', 410, {}, 'not-found'],
  ])('an identifier is resolved from OpenAlex’s response and remembered: %s', async (_, status, body, told) => {
    const { ask, asked, learnt } = await openAlexThat(await open(), status, body)
    expect([await ask(byNumber), await ask(byNumber)]).toEqual([told, told])
    expect(asked()).toHaveLength(1)
    expect(learnt).toEqual(told === 'not-found' ? [] : [told])
  })

  test.each([
    ['an error', 500, a],
    ['something else than a work', 201, a],
    ['a refusal', 403, a],
  ])('an identifier is unresolved and not remembered when OpenAlex responds with %s', async (_, status, body) => {
    const { ask, learnt } = await openAlexThat(await open(), status, body)
    expect([await ask(byNumber), await ask(byAddress('https://example.org/tea'))]).toEqual([
      'unavailable',
      'unavailable',
    ])
    expect(learnt).toEqual([])
  })

  test.each(['garbage', 'cut'] as const)('an invalid response is requested again: %s', async trouble => {
    const { ask, behave } = await openAlexThat(await open(), 200, a)
    behave(trouble)
    expect(await ask(byNumber)).toBe('unavailable')
    behave('answer')
    expect(await ask(byNumber)).toBe('10.1000/a')
  })

  test('each URL and id is resolved separately', async () => {
    const { ask, asked } = await openAlexThat(await open(), 404, {})
    const all = ['https://example.org/tea', 'https://example.org/coffee'].map(byAddress)
    for (const id of [...all, byNumber, { by: 'pmid', id: '8' } as const, { by: 'pmcid', id: 'PMC7' } as const])
      for (let again = 0; again < 2; again++) await ask(id)
    expect(asked()).toHaveLength(5)
  })

  test('an id is resolved at its own URL, with the API key if set', async () => {
    const db = await open()
    const fields = 'id,doi,display_name,authorships,primary_location,publication_year,type,is_retracted'
    for (const [key, ask] of [
      [undefined, { by: 'pmid', id: '7' }],
      ['the-key', { by: 'pmcid', id: 'PMC7' }],
    ] as const) {
      const openAlex = await openAlexThat(db, 404, {}, key)
      await openAlex.ask(ask)
      const [{ pathname, searchParams } = new URL('http://x')] = openAlex.asked()
      expect(pathname).toBe(`/works/${ask.by}:${ask.id}`)
      expect(Object.fromEntries(searchParams)).toEqual({ select: fields, ...(key !== undefined && { api_key: key }) })
    }
  })

  test.each([
    ['https://example.org/tea', 'example.org/tea'],
    ['http://example.org/tea/', 'example.org/tea'],
    ['https://example.org/http://tea/cup', 'example.org/http://tea/cup'],
    ['https://example.org/a,b|c,d', 'example.org/a%2Cb%7Cc%2Cd'],
  ])('the URL %s is resolved in all its spellings with one request', async (url, bare) => {
    const { ask, asked } = await openAlexThat(await open(), 200, { results: [] })
    await ask(byAddress(url))
    const [{ pathname, searchParams } = new URL('http://x')] = asked()
    expect([pathname, searchParams.get('per_page')]).toEqual(['/works', '1'])
    expect(searchParams.get('filter')).toBe(
      `locations.landing_page_url:https://${bare}|https://${bare}/|http://${bare}|http://${bare}/`,
    )
  })
})

describe('DOI guessed from a URL', () => {
  const guess = storedDoi('10.1000/guess')
  const guessed: OutsideId = { by: 'address', url: 'https://example.org/tea', guess }
  const work = (name: string): OutsideIdAnswer => ({
    kind: 'found',
    work: {
      ...{ doi: storedDoi(`10.1000/${name}`), title: null, authors: [] },
      ...{ authorsTruncated: false, journal: null, year: null },
    },
  })
  const notFound: OutsideIdAnswer = { kind: 'not-found' }
  const away: OutsideIdAnswer = { kind: 'unavailable' }

  test.each([
    ['is the answer when the paper is known', work('guess'), work('outside'), work('guess')],
    ['gives way to what OpenAlex tells', notFound, work('outside'), work('outside')],
    ['is no answer when neither knows the paper', notFound, notFound, notFound],
    ['leaves open what OpenAlex cannot tell now', notFound, away, away],
    ['may still be it while nobody can be asked for it', away, notFound, away],
    ['is looked for here alone when OpenAlex is switched off', notFound, null, notFound],
  ])('a guessed DOI %s', async (_, here, outside, told) => {
    const seen: string[] = []
    const byDoi = async (doi: string, address: string) => {
      seen.push(`${doi} for ${address}`)
      return here
    }
    const ask = withGuess(byDoi, outside === null ? null : async () => outside)
    expect(await ask(guessed, reader)).toEqual(told)
    expect(seen).toEqual([`${guess} for ${reader}`])
  })

  test('a DOI is guessed only from a URL that contains one', async () => {
    const never = async () => {
      throw new Error('should not be asked')
    }
    for (const ask of [byNumber, byAddress('https://example.org/tea')]) {
      expect(await withGuess(never, async () => work('outside'))(ask, reader)).toEqual(work('outside'))
      expect(await withGuess(never, null)(ask, reader)).toEqual(notFound)
    }
  })
})
