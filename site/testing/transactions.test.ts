import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const site = fileURLToPath(new URL('..', import.meta.url))

/** Every source file of the site that is no test. */
const sources = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
  path => /\.tsx?$/.test(path) && !/node_modules|dist\/|testing\/|\.test\.ts$/.test(path),
)

test('every transaction of the site is retried on serialization failures', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(path => /\.transaction\(\)/.test(readFileSync(join(site, path), 'utf8')))).toEqual([])
})
