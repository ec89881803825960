import { fileURLToPath } from 'node:url'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'

const startScript = fileURLToPath(new URL('../app/start.ts', import.meta.url))

export type RunningSite = RunningServer

/** The site as a process of its own, on a port of its own, with its data in `dataDir` and no service outside. */
export const runSite = async (dataDir: string, environment: Record<string, string> = {}): Promise<RunningSite> =>
  runServer(startScript, {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    ...environment,
  })
