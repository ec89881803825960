import { HttpProblem } from '@corroborate/server-kit/http'
import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status } from '../known/index.ts'
import { cite, createCiteCall } from './cite-call.ts'
import type { FactsAnswer } from './facts-store.ts'
import { work } from './testing/index.ts'

const doi = storedDoi('10.1000/x')
const facts = work('10.1000/x', { title: 'Notes' })
const gone: Status = { ...nothingKnown, kind: 'retracted', date: '2004' }

const ask = (answer: FactsAnswer, { format = 'ris', statuses = [] as [Doi, Status][] } = {}) =>
  createCiteCall({
    facts: { find: async () => answer, findNear: async () => ({ kind: 'not-found' }) },
    statuses: async asked => new Map(statuses.filter(([of]) => asked.includes(of))),
  })(doi, format, '192.0.2.1')
const problemOf = async (answer: FactsAnswer, format?: string) => {
  const error = await ask(answer, { ...(format && { format }) }).catch(error => error)
  expect(error).toBeInstanceOf(HttpProblem)
  return [error.status, error.retryAfter, error.message]
}

test.each<[string, FactsAnswer, [Doi, Status][], string]>([
  ['of a record', { kind: 'found', facts }, [], cite(doi, facts, nothingKnown, 'ris').body],
  ['of a paper that is gone', { kind: 'found', facts }, [[doi, gone]], cite(doi, facts, gone, 'ris').body],
  ['of a DOI that nobody knows', { kind: 'not-found' }, [], cite(doi, null, nothingKnown, 'ris').body],
])('a citation %s is downloaded as a file', async (_, answer, statuses, body) => {
  const file = await ask(answer, { statuses })
  expect([file.status, await file.text()]).toEqual([200, body])
  const { contentType, filename } = cite(doi, facts, nothingKnown, 'ris')
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'public, max-age=300',
  })
})

test('an invalid citation request is rejected with advice', async () => {
  const found: FactsAnswer = { kind: 'found', facts }
  expect(await problemOf(found, 'word')).toEqual([404, undefined, 'Citations come as bibtex, ris or csl-json.'])
  expect(await problemOf({ kind: 'unavailable' })).toEqual([503, 60, expect.stringContaining('Try again in a minute')])
  expect(await problemOf({ kind: 'unavailable', retryAfter: 7 })).toEqual([429, 7, expect.stringContaining('minutes')])
})
