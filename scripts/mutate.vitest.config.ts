import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')

/**
 * The tests that `npm run mutate` runs: those of `test:quick`. They run in a copy of the repository, whose packages must not be
 * looked up in `node_modules`, where they lead back to the originals.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@corroborate\/server-kit\/(.+)$/, replacement: `${root}/server-kit/$1/index.ts` },
      { find: /^@corroborate\/wire\/(.+)$/, replacement: `${root}/wire/$1.ts` },
    ],
  },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', '**/*.slow.test.ts'],
    env: { TEST_DATABASE_URL: 'off' },
    testTimeout: 60_000,
  },
})
