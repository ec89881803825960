import { join } from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { guarded } from './folders.ts'

const root = join(import.meta.dirname, '../..')
// biome-ignore lint/style/noProcessEnv: the runner starts this in a process of its own, and has no other way to tell it
const { MUTATED_FOLDER: folder = '', MUTATION_FILES: files } = process.env
const { tests = [], onPostgres = false, patience = 20_000 } = guarded[folder] ?? {}

/**
 * Vitest configuration of `npm run mutate`: the `test:quick` tests assigned to a folder. They run in a copy of the repository, whose
 * packages must not resolve through `node_modules`, which links back to the originals.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@corroborate\/server-kit\/(.+)$/, replacement: `${root}/server-kit/$1/index.ts` },
      { find: /^@corroborate\/wire\/(.+)$/, replacement: `${root}/wire/$1.ts` },
    ],
  },
  test: {
    include: [`${folder}/**/*.test.ts`, ...tests],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.{browser,slow,long}.test.ts'],
    globalSetup: onPostgres ? `${root}/scripts/test-schemas.ts` : [],
    setupFiles: `${root}/scripts/same-examples.ts`,
    env: { TMPDIR: files, ...(onPostgres ? {} : { TEST_DATABASE_URL: 'off' }) },
    isolate: false,
    runner: `${root}/scripts/mutate/warm/in-worker.ts`,
    testTimeout: patience,
    expect: { poll: { timeout: Math.min(patience, 5_000), interval: 10 } },
  },
})
