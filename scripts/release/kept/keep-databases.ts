import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printHelpIfAsked } from '@corroborate/server-kit/command-line'
import { runCommand } from '@corroborate/server-kit/testing/server'
import { version } from '@corroborate/server-kit/version'
import { create } from 'tar'
import { runProduct } from '../../../site/testing/index.ts'
import { root } from '../root.ts'
import { useProduct } from './use-product.ts'

// `npm run release:keep`: keeps the databases of this version, after some use of the product, for tests of upgrades. Once for each
// release, just before it: what was kept is never made again by a later version.

printHelpIfAsked(`
Usage: npm run release:keep

Stores the databases of this version, after some use of the product, in scripts/release/kept: fixtures for upgrade tests.
`)

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-kept-'))
const kept = join(import.meta.dirname, version)
const product = await runProduct(dataDir)
// Closed in order, each database is one file.
const left = await useProduct(product, dataDir).finally(() => product.stop())
await rm(kept, { recursive: true, force: true })
await mkdir(kept)
await runCommand(join(root, 'scripts/backup.ts'), [join(kept, 'backup.gz')], { DATA_DIR: dataDir })
const files = (await readdir(dataDir)).filter(name => !/-(?:shm|wal)$/.test(name)).sort()
await create({ cwd: dataDir, file: join(kept, 'data.tar.gz'), gzip: { level: 9 }, portable: true }, files)
await writeFile(join(kept, 'left.json'), `${JSON.stringify(left, null, 2)}\n`)
await rm(dataDir, { recursive: true })
console.log(`Kept ${files.join(', ')} in ${kept}`)
