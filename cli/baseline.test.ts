import { expect, test } from 'vitest'
import { type Accepted, accepts, readBaseline, writeBaseline } from './baseline.ts'
import { type StatusKey, statuses } from './statuses.ts'

const accepted = (doi: string, status: StatusKey, date: string | null = null): Accepted => ({ doi, status, date })

test.each(statuses.flatMap((before, rank) => statuses.map((now, other) => [before, now, other >= rank] as const)))(
  'a baseline entry %s covers a paper that is now %s: %s',
  (before, now, expected) => {
    expect(accepts([accepted('10.1/a', before)], { doi: '10.1/a', status: { key: now } })).toBe(expected)
  },
)

test('a baseline covers neither another paper nor a reference without a DOI', () => {
  const baseline = [accepted('10.1/a', 'retracted')]
  for (const doi of ['10.1/b', null])
    expect(accepts(baseline, { doi, status: { key: 'expression-of-concern' } })).toBe(false)
})

test('a baseline is written one paper per line, sorted, with its most severe status, and reads back the same', () => {
  const written = writeBaseline([
    accepted('10.1/b', 'expression-of-concern', '2019-04'),
    accepted('10.1/a', 'withdrawn'),
    accepted('10.1/b', 'retracted', '2020'),
    accepted('10.1/b', 'expression-of-concern', '2019-04'),
  ])
  expect(written).toBe(`{
  "version": 1,
  "accepted": [
    {"doi":"10.1/a","status":"withdrawn","date":null},
    {"doi":"10.1/b","status":"retracted","date":"2020"}
  ]
}
`)
  expect(readBaseline(written)).toEqual([accepted('10.1/a', 'withdrawn'), accepted('10.1/b', 'retracted', '2020')])
  expect(readBaseline(writeBaseline([]))).toEqual([])
})

test('DOIs in a baseline are matched case-insensitively', () => {
  expect(readBaseline(writeBaseline([accepted('10.1/A', 'expression-of-concern')]))).toEqual([
    accepted('10.1/a', 'expression-of-concern'),
  ])
})
