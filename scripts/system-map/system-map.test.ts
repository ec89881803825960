import { expect, test } from 'vitest'
import { readSource } from '../source-files.ts'
import { systemMap } from './system-map.ts'

test('docs/system.md is the output of scripts/system-map/system-map.ts', async () => {
  expect(
    readSource('docs/system.md') === (await systemMap()),
    'docs/system.md is out of date: run node scripts/system-map/system-map.ts > docs/system.md',
  ).toBe(true)
})
