import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { bundlesFolder, testFolder } from './scripts/test-folder.ts'

const bundleServers = 'scripts/bundle-servers.ts'
const endServers = 'scripts/end-servers.ts'
const keepTestFolder = 'scripts/test-folder.ts'
const prepareUnitTests = 'scripts/prepare-unit-tests.ts'
const notOurs = ['**/node_modules/**', '**/dist/**']

/**
 * Two projects: `unit` has everything without a browser, `browser` the end-to-end tests against real servers. `npm run test:quick` is the
 * mode `quick`: unit tests without PostgreSQL and without `*.slow.test.ts`, which start and kill programs, import large files or build.
 * `npm run test:long` is the mode `long`: only `*.long.test.ts`, which take many minutes or have unusual requirements, and run before a
 * release.
 */
export default defineConfig(({ mode }) => {
  const quick = mode === 'quick'
  const long = mode === 'long'
  return {
    test: {
      reporters: ['default', './scripts/name-skipped.ts'],
      // More than cores: tests wait for disks, threads, servers and browsers most of their time.
      maxWorkers: 3 * availableParallelism(),
      // Test files in the same process share their imports, which load once.
      isolate: false,
      // Reading our TypeScript anew is most of the time in which a server starts, and the tests start hundreds.
      env: { TMPDIR: testFolder, TEST_BUNDLES: bundlesFolder, NODE_COMPILE_CACHE: join(testFolder, 'compiled') },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            globalSetup: [
              keepTestFolder,
              prepareUnitTests,
              ...(quick ? [] : [bundleServers, 'scripts/test-schemas.ts']),
            ],
            include: long ? [] : ['**/*.test.ts'],
            exclude: [...notOurs, '**/*.browser.test.ts', '**/*.long.test.ts', ...(quick ? ['**/*.slow.test.ts'] : [])],
            setupFiles: ['scripts/same-examples.ts', endServers],
            env: quick ? { TEST_DATABASE_URL: 'off' } : {},
            // Far longer than any test takes: only one that hangs is given up, however busy the machine.
            testTimeout: 600_000,
            hookTimeout: 600_000,
            expect: { poll: { timeout: 60_000, interval: 10 } },
          },
        },
        {
          extends: true,
          test: {
            name: 'browser',
            // Each worker has a browser and servers beside it.
            maxWorkers: 2 * availableParallelism(),
            include: quick ? [] : [long ? '**/*.long.test.ts' : '**/*.browser.test.ts'],
            exclude: notOurs,
            globalSetup: [keepTestFolder, bundleServers, 'scripts/test-schemas.ts', 'scripts/prepare-browser-tests.ts'],
            setupFiles: endServers,
            // After the unit tests, some of which measure times.
            sequence: { groupOrder: 1 },
            testTimeout: 600_000,
            hookTimeout: 600_000,
            expect: { poll: { timeout: 60_000 } },
          },
        },
      ],
    },
  }
})
