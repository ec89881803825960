import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWidget } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'widget-size-'))
beforeAll(() => buildWidget({ outDir: folder }), 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  { file: 'widget.js', least: 20_000, most: 39_000 },
  { file: 'headless.js', least: 5_000, most: 12_000 },
  { file: 'headless.mjs', least: 5_000, most: 12_000 },
])('$file is small on the way to the browser: at most $most bytes', ({ file, least, most }) => {
  const weight = gzipSync(readFileSync(join(folder, file)), { level: 9 }).byteLength
  expect(weight).toBeGreaterThan(least)
  expect(weight).toBeLessThanOrEqual(most)
})
