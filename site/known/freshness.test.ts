import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'
import { knownSources } from './sources.ts'

const nowhere = knownSources.map(source => ({ source, askedAt: null, reachesTo: null, failure: null }))
const own = 'our own list of well-known cases'

test.each([
  ['off', null, { asked: [own], silent: null }],
  ['reachable', null, { asked: ['Crossref is being asked about this paper now', own], silent: null }],
  ['silent', null, { asked: [own], silent: 'Crossref' }],
  // What it said before is told with its date, whether it can be asked now or not.
  ['silent', Date.UTC(2026, 10, 3), { asked: ['Crossref about this paper on 3 November 2026', own], silent: null }],
  ['off', Date.UTC(2026, 10, 3), { asked: ['Crossref about this paper on 3 November 2026', own], silent: null }],
] as const)('with Crossref %s, and asked at %s', (crossref, askedAt, told) => {
  expect(freshnessOf({ crossref, askedAt, sources: nowhere })).toEqual(told)
})

test('says to when each list reaches, as exactly as it is known', () => {
  const reach = { crossref: '2020-06-10', 'retraction-watch': '2026-11', forrt: '2025' }
  const sources = nowhere.map(row => ({ ...row, reachesTo: reach[row.source] }))
  expect(freshnessOf({ crossref: 'off', askedAt: null, sources }).asked).toEqual([
    'Crossref’s notices to 10 June 2020',
    'Retraction Watch to November 2026',
    'FORRT to 2025',
    own,
  ])
})
