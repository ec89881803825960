import { basename } from 'node:path'
import process from 'node:process'
import { printHelpIfRequested } from '@corroborate/server-kit/command-line'
import { buildIdentityIfChanged } from '../../identity/build-if-changed.ts'
import { buildSiteIfChanged } from '../../site/app/build-if-changed.ts'
import { buildWidgetIfChanged } from '../../widget/build-if-changed.ts'
import { orSayWhy } from '../or-say-why.ts'
import { makeRelease, packPackages, writeChecksums } from './pack-packages.ts'
import { releaseDist } from './root.ts'

// `npm run release`: everything that a version is handed out as, in `dist/`. `npm run release -- archive` makes the archive alone.

printHelpIfRequested(`
Usage: npm run release [-- archive]

Makes this version in dist/: the archive, the packages for npm and SHA256SUMS. With "archive", the archive alone.
`)

const alone = process.argv.slice(2).join(' ') === 'archive'
if (!alone && process.argv.length > 2) {
  console.error('Usage: npm run release [-- archive]')
  process.exit(2)
}

await orSayWhy(async () => {
  await buildWidgetIfChanged()
  await buildSiteIfChanged()
  await buildIdentityIfChanged()
  const archive = await makeRelease(releaseDist)
  const packages = alone ? [] : await packPackages(releaseDist)
  const files = [archive, ...packages.map(({ file }) => file)]
  await writeChecksums(releaseDist, files.map(file => basename(file)).sort(), 'SHA256SUMS')
  console.log(files.map(file => `Made ${file}`).join('\n'))
})
