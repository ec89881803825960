import { expect, test } from 'vitest'
import { apiAnswer, CheckAnswer } from './api-call.ts'
import { exampleChecked, exampleStatus } from './testing/index.ts'

const lost = { doi: null, foundBy: null, title: null, year: null, status: null }
const maybe = { doi: '10.1000/b', title: 'B', year: 2001, differ: 'year' } as const

test('the API returns each reference, possible matches, and counts per status', () => {
  const answer = apiAnswer({
    format: 'plain',
    unread: [{ line: 4, text: 'page 7', why: 'Too few words.' }],
    references: [
      exampleChecked({ key: 'a', status: exampleStatus('retracted', { date: '2020-06-05' }) }),
      exampleChecked({ ...lost, line: 2, maybe, citesFallen: { count: 2, words: 'Cites 2' } }),
      exampleChecked({ ...lost, line: 3 }),
    ],
  })
  const none = { key: null, input: 'A line', doi: null, found_by: null, title: null }
  const notFound = { key: 'not-found', sentence: 'No matching paper found.', date: null }
  expect(answer).toEqual({
    format: 'plain',
    references: [
      {
        ...{ key: 'a', line: 1, input: 'A line', doi: '10.1000/cats', found_by: 'doi' },
        ...{ title: 'Why cats land on their feet', flagged_reference_count: null, possible_match: null },
        status: { key: 'retracted', sentence: 'It is retracted, somebody says.', date: '2020-06-05' },
      },
      {
        ...{ ...none, line: 2, status: notFound, flagged_reference_count: 2 },
        possible_match: { doi: '10.1000/b', title: 'B', year: 2001 },
      },
      { ...none, line: 3, status: notFound, flagged_reference_count: null, possible_match: null },
    ],
    unread: [{ line: 4, text: 'page 7', reason: 'Too few words.' }],
    counts: { references: 3, unread: 1, retracted: 1, 'not-found': 2 },
  })
  expect(CheckAnswer.parse(answer)).toEqual(answer)
})

test('the response numbers lines from 1', () => {
  const answer = apiAnswer({ format: 'plain', unread: [], references: [exampleChecked({ line: 0 })] })
  expect(CheckAnswer.safeParse(answer).success).toBe(false)
})
