import { expect, test } from 'vitest'
import { badge } from './freshness.ts'
import { nothingKnown } from './status.ts'

test.each([
  [{ kind: 'retracted', date: '2020-06-05' }, 'Retracted 2020'],
  [
    { kind: 'not-held', attempts: { held: 1, notHeld: 4, mixed: 1, unclear: 0 } },
    'Failed to replicate (4 of 6 studies)',
  ],
  [{ kind: 'concern', date: '2019-03', dateIsLatest: true }, 'Expression of concern in 2019 or earlier'],
] as const)('a badge shows the status as text and icon: %j', (given, words) => {
  const svg = badge({ ...nothingKnown, ...given })
  expect(svg).toContain(`aria-label="${words}"`)
  expect(svg).toContain(`>${words}</text>`)
  expect(svg).toContain('<path d="M')
  expect(svg).not.toMatch(/<script|<style|href=/)
})

test('the badge of an unknown paper is an empty image', () => {
  const svg = badge(nothingKnown)
  expect(svg).toContain('width="1" height="1"')
  expect(svg).not.toMatch(/<text|<path|<rect/)
})
