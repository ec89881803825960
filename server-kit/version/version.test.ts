import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from './index.ts'

const root = join(import.meta.dirname, '../..')

test('the version is a semantic version', () => {
  // The pattern that https://semver.org suggests.
  expect(version).toMatch(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/)
})

describe('package versions', () => {
  const manifests = globSync(['*/package.json', 'widget/package/package.json', 'wire/package/package.json'], {
    cwd: root,
  })
    .map(file => ({ file, manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ manifest }) => String(manifest.name).startsWith('@corroborate/'))

  test.each(manifests)('$file has the same version and requires it of the others', ({ manifest }) => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name]) => name.startsWith('@corroborate/'))
      .map(([, wanted]) => wanted)
    expect(new Set([manifest.version, ...asked])).toEqual(new Set([version]))
  })

  test('every package is covered', () => {
    expect(manifests.length).toBeGreaterThanOrEqual(8)
  })
})

test('the changelog starts with this version or the next unreleased one', () => {
  const [, newest] = /^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  expect(['Next', version]).toContain(newest)
})
