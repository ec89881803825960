import { expect, test } from 'vitest'
import { openServices } from './crossref.ts'

const services = (names: ('openAlex' | 'crossref')[]) =>
  openServices({
    openAlex: names.includes('openAlex') ? { url: 'http://127.0.0.1:9', apiKey: undefined } : null,
    crossref: names.includes('crossref') ? { url: 'http://127.0.0.1:9' } : null,
    ...{ origin: 'https://papers.example.org', contact: undefined },
    ...{ logger: { info: () => {} }, now: () => 0 },
  })

test('a disabled service is omitted and the other still queried', () => {
  const states = (['openAlex', 'crossref'] as const).map(name => {
    const { openAlex, crossref, isAnyReachable, crossrefState } = services([name])
    return [openAlex !== null, crossref !== null, isAnyReachable(), crossrefState()]
  })
  expect(states).toEqual([
    [true, false, true, 'off'],
    [false, true, true, 'reachable'],
  ])
  const { openAlex, crossref, isAnyReachable, crossrefState } = services([])
  expect([openAlex, crossref, isAnyReachable(), crossrefState()]).toEqual([null, null, false, 'off'])
})
