import { expect, test } from 'vitest'
import type { KnownFact } from '../../paper/known/index.ts'
import type { ListedReport } from '../../readers/reports/index.ts'
import { reviewSteps } from './linked-data-calls.ts'

const origin = 'https://papers.example.org'

const fact = (part: Partial<KnownFact>): KnownFact => ({
  id: 'x',
  year: 2016,
  date: '2016',
  dateIsLatest: false,
  kind: 'held',
  label: 'Held',
  title: null,
  doi: null,
  href: null,
  source: { name: 'A source', href: null },
  quote: null,
  group: 'attempt',
  outcome: 'held',
  ...part,
})

const report: ListedReport = {
  id: 'r',
  name: 'Ada',
  sha256: 'ab'.repeat(32),
  canonicalSha256: 'cd'.repeat(32),
  outcome: 'success',
  createdAt: Date.parse('2026-11-25T23:59:59Z'),
  approvedAt: Date.parse('2026-11-27T00:00:00Z'),
  countedAt: null,
}

const stepsOf = (facts: readonly KnownFact[], reports: readonly ListedReport[] = []) =>
  reviewSteps({ facts, reports, addressOf: ({ id }) => `/10.1000/x/audit/${id}`, origin })

test.each([
  ['at an address of its own', 'https://doi.org/10.1000/again', 'https://doi.org/10.1000/again'],
  ['at an address of this site', '/10.1000/again', `${origin}/10.1000/again`],
  ['nowhere', null, null],
])('a replication published %s is an anonymous step', (_, href, absolute) => {
  expect(stepsOf([fact({ doi: '10.1000/again', href })])).toEqual([
    { kind: 'attempt', by: null, date: '2016', doi: '10.1000/again', href: absolute },
  ])
})

test.each(['event', 'report', 'repeated', 'announced', 'note'] as const)(
  'a fact of the group %s is not a review step',
  group => {
    expect(stepsOf([fact({ group })])).toEqual([])
  },
)

test('a report is a step by its author on its submission date, after the replications', () => {
  const nameless = { ...report, id: 's', name: null }
  expect(stepsOf([fact({})], [report, nameless])).toEqual([
    { kind: 'attempt', by: null, date: '2016', doi: null, href: null },
    { kind: 'report', by: 'Ada', date: '2026-11-25', doi: null, href: `${origin}/10.1000/x/audit/r` },
    { kind: 'report', by: null, date: '2026-11-25', doi: null, href: `${origin}/10.1000/x/audit/s` },
  ])
})
