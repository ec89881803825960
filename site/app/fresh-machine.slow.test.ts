import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '../testing/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'fresh-'))
let product: RunningProduct
beforeAll(async () => {
  product = await runProduct(folder)
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string) => {
  const answer = await fetch(product.origin + path, { headers: { accept: 'text/html' } })
  return { status: answer.status, text: await answer.text() }
}

describe('freshly started product', () => {
  test.each([
    ['/', [/Retraction/, /the publisher’s notice/]],
    ['/recent', [/Retraction/, /Replicated|Failed to replicate/, /the publisher’s notice/, /who repeated it/]],
  ])('%s shows recent updates with their sources', async (path, said) => {
    const { text } = await get(path)
    for (const words of said) expect(text).toMatch(words)
    expect(text).not.toContain('own list')
  })

  test('build-only files are not served', async () => {
    for (const path of ['/manifest.json', '/.vite/manifest.json', '/assets/.vite/manifest.json'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test.each([
    ['site', 'site.sqlite', () => product.origin],
    ['provider', 'identity.db', () => product.identity],
  ] as const)('readiness fails while the %s database is not writable', async (_, file, origin) => {
    const ready = async () => {
      const answer = await fetch(`${origin()}/health/ready`)
      return [answer.status, ((await answer.json()) as { failed?: string[] }).failed]
    }
    expect(await ready()).toEqual([200, undefined])
    const db = new DatabaseSync(join(folder, file))
    db.exec('alter table schema_migration rename to elsewhere')
    await expect.poll(ready).toEqual([503, ['database']])
    db.exec('alter table elsewhere rename to schema_migration')
    await expect.poll(ready).toEqual([200, undefined])
    db.close()
  })
})
