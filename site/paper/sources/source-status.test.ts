import { describe, expect, test } from 'vitest'
import type { SourceReach } from '../known/index.ts'
import { statusOfSource } from './count-events.ts'

const now = Date.parse('2026-11-22T08:00:00Z')
const hour = 3_600_000
const reach = (given: Partial<SourceReach> = {}): SourceReach => ({
  source: 'forrt',
  askedAt: now - 4 * hour,
  reachesTo: '2026',
  failure: null,
  ...given,
})
const status = (given: Partial<SourceReach> = {}, isOff = false) =>
  statusOfSource({ reach: reach(given), events: 3, did: null, isOff, now })

describe('source freshness', () => {
  test('a source stays fresh for a night plus one failed run', () => {
    expect(status()).toMatchObject({ name: 'FORRT', state: 'fresh', askedAt: '2026-11-22T04:00:00.000Z', events: 3 })
    expect(status({ askedAt: now - 36 * hour }).state).toBe('fresh')
    expect(status({ askedAt: now - 36 * hour - 1 }).state).toBe('late')
  })

  test('a source whose last query failed is marked, whatever its earlier success', () => {
    const failure = { at: now - hour, sentence: 'It answered 503.' }
    expect(status({ failure })).toMatchObject({
      state: 'failing',
      failure: { at: '2026-11-22T07:00:00.000Z', sentence: 'It answered 503.' },
    })
    expect(status({ failure, askedAt: null }).state).toBe('failing')
  })

  test('a source may be never synced or disabled', () => {
    expect(status({ askedAt: null, reachesTo: null })).toMatchObject({ state: 'never', askedAt: null })
    expect(status({}, true).state).toBe('off')
    expect(status({ failure: { at: 0, sentence: 'x' } }, true).state).toBe('off')
  })
})
