import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { breakTies } from './find-works.ts'

const nameOf = (doi: Doi): string => doi.slice('10.1000/'.length)

/** Ranks works a, b, c… with these scores, some with known evidence. Returns those shown, and the evidence lookups. */
const shown = async (scores: readonly number[], known = '') => {
  const works = scores.map((score, n) => ({
    ...{ doi: storedDoi(`10.1000/${'abcdefghij'[n]}`), title: null, authors: [], authorsTruncated: false },
    ...{ journal: null, year: null, score },
  }))
  const asked: string[] = []
  const found = await breakTies(works, async dois => {
    asked.push(dois.map(nameOf).join(''))
    return new Set(dois.filter(doi => known.includes(nameOf(doi))))
  })
  return { found: found.map(({ doi }) => nameOf(doi)).join(''), asked }
}

test.each([
  ['no two that answer equally well', [9, 8, 7, 6, 5], 'abcde', []],
  ['one', [9], 'a', []],
  ['none', [], '', []],
  ['two that do, among others', [9, 8, 8, 6, 5], 'abcde', ['bc']],
  ['those that the fifth answers as well as', [9, 8, 7, 6, 5, 5, 4], 'abcde', ['ef']],
  ['equal ones behind the fifth alone', [9, 8, 7, 6, 5, 4, 4], 'abcde', []],
  ['seven that do', [5, 5, 5, 5, 5, 5, 5], 'abcde', ['abcdefg']],
])('of %s, at most five are shown, and evidence is looked up only for ties', async (_, scores, found, asked) => {
  expect(await shown(scores)).toEqual({ found, asked })
})

test.each([
  ['g', [5, 5, 5, 5, 5, 5, 5], 'gabcd'],
  ['cg', [9, 8, 8, 8, 8, 8, 8], 'acgbd'],
  ['f', [9, 8, 7, 6, 5, 4], 'abcde'],
  ['c', [9, 8, 8], 'acb'],
])('with %s known, ties are ordered for works with the scores %j', async (known, scores, found) => {
  expect((await shown(scores, known)).found).toBe(found)
})

test('scores are not part of the result', async () => {
  const work = {
    ...{ doi: storedDoi('10.1000/a'), title: 'On tea', authors: ['Ada Lovelace'], authorsTruncated: false },
    ...{ journal: null, year: 2011 },
  }
  expect(await breakTies([{ ...work, score: 9 }], async () => new Set())).toEqual([work])
})
