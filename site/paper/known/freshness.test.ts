import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'
import { knownSources } from './sources.ts'

const nowhere = knownSources.map(source => ({ source, askedAt: null, reachesTo: null, failure: null }))
const own = 'our own list'
const asked = `Sources checked: ${own}. Crossref was checked for this paper on 3 November 2026.`

test.each([
  ['off', null, { told: `Sources checked: ${own}.`, silent: null }],
  [
    'reachable',
    null,
    {
      told: `Sources checked: ${own}. Checking Crossref for updates. Reload in a minute to see the result.`,
      silent: null,
    },
  ],
  [
    'silent',
    null,
    {
      told: `Sources checked: ${own}. Crossref did not respond for this paper.`,
      silent: 'Crossref',
    },
  ],
  // Earlier data is shown with its date, whether the source is available or not.
  ['silent', Date.UTC(2026, 10, 3), { told: asked, silent: null }],
  ['off', Date.UTC(2026, 10, 3), { told: asked, silent: null }],
] as const)('coverage text with Crossref %s and queried at %s', (crossref, askedAt, told) => {
  expect(freshnessOf({ crossref, askedAt, sources: nowhere })).toEqual(told)
})

test('the coverage date of each list has its known precision', () => {
  const reach = { crossref: '2020-06-10', 'retraction-watch': '2026-11', forrt: '2025' }
  const sources = nowhere.map(row => ({ ...row, reachesTo: reach[row.source] }))
  expect(freshnessOf({ crossref: 'off', askedAt: null, sources }).told).toBe(
    `Sources checked: Crossref (to 10 June 2020), Retraction Watch (to November 2026), FORRT (to 2025) and ${own}.`,
  )
})
