import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildSiteIfChanged } from '../../app/build-if-changed.ts'
import { siteDist } from '../../app/dist.ts'

test('the embed script is small and a single file', async () => {
  await buildSiteIfChanged()
  const script = await readFile(join(siteDist, 'client', 'embed.js'), 'utf8')
  expect(gzipSync(script, { level: 9 }).byteLength).toBeLessThanOrEqual(6_000)
  expect(script).not.toMatch(/\bimport\s*[("'{*]/)
})
