import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundleScripts } from '@corroborate/server-kit/testing/bundles'
import { bundlesFolder } from './test-folder.ts'

/** The scripts that tests start most often. */
const scripts = [
  'scripts/start.ts',
  'site/app/start.ts',
  'identity/start.ts',
  'identity/cli.ts',
  ...['dump', 'dump-restore', 'known-sync', 'money', 'works-import'].map(name => `site/app/commands/${name}.ts`),
]

/** Puts our servers and commands into bundles for the tests of this run: each then starts in less than half of the processor's time. */
const bundleServers = async (): Promise<void> => {
  // The other project of this run has made them.
  if (existsSync(bundlesFolder)) return
  await bundleScripts(
    scripts.map(script => join(import.meta.dirname, '..', script)),
    bundlesFolder,
  )
}

export default bundleServers
