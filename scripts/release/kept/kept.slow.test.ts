import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { version } from '@corroborate/server-kit/version'
import { extract } from 'tar'
import { expect, test } from 'vitest'
import { migrations as identityMigrations } from '../../../identity/migrations.ts'
import { siteDatabaseFile, siteMigrations } from '../../../site/app/migrations.ts'

const advice =
  'Raise the version if this one has been released, then `npm run release:keep` (CONTRIBUTING.md, "A release"): two releases of ' +
  'one version with different schemas would overwrite each other'

test('a database fixture of this version exists with its newest migration', async () => {
  const archive = join(import.meta.dirname, version, 'data.tar.gz')
  expect(existsSync(archive), advice).toBe(true)
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  await extract({ file: archive, cwd: folder })
  const applied = (file: string): string[] => {
    const db = new DatabaseSync(join(folder, file), { readOnly: true })
    const rows = db.prepare('select name from schema_migration order by name').all()
    db.close()
    return rows.map(({ name }) => String(name))
  }
  const names = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name).sort()
  expect(applied(siteDatabaseFile), advice).toEqual(names(siteMigrations))
  expect(applied('identity.db'), advice).toEqual(names(identityMigrations))
})
