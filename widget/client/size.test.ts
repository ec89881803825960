import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildOurClient } from './testing/our-client.ts'

const ours = await buildOurClient()
afterAll(ours.remove)

test.each(['headless.js', 'headless.mjs'])('%s is small: at most 12 KB on the way to the browser', file => {
  const weight = gzipSync(readFileSync(join(ours.folder, file)), { level: 9 }).byteLength
  expect(weight).toBeGreaterThan(5_000)
  expect(weight).toBeLessThanOrEqual(12_000)
})
