import { defineConfig } from 'vitest/config'

// Two projects: everything that runs in this process, and the journeys that drive a real browser against a real server.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', '**/dist/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Several processes and a browser, on a machine that may be busy: a journey that fails is gone once more, and the
          // report says so. One that fails twice has failed.
          retry: 1,
          // One browser journey at a time: two cores, and each starts a server.
          fileParallelism: false,
        },
      },
    ],
  },
})
