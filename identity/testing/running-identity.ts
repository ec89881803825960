import { fileURLToPath } from 'node:url'
import { openDatabase } from '@corroborate/server-kit/database'
import { readSettings, type Settings } from '@corroborate/server-kit/settings'
import { freePort, type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import { databaseOf } from '../database-of.ts'
import type { Database, Tables } from '../platform/database/index.ts'

const startScript = fileURLToPath(new URL('../start.ts', import.meta.url))

export type RunningIdentity = RunningServer & {
  /** A handle of our own to its database, as the command line has one; destroy it. */
  openDb: () => Promise<Database>
  /** Startup settings, for the command line. */
  settings: Settings
}

/** The provider as a process of its own, on a port of its own, with its data in `dataDir`. */
export const runIdentity = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningIdentity> => {
  const variables = { IDENTITY_PORT: String(await freePort()), DATA_DIR: dataDir, ...environment }
  const server = await runServer(startScript, variables)
  const settings = readSettings(variables)
  return { ...server, settings, openDb: () => openDatabase<Tables>({ ...databaseOf(settings), now: Date.now }) }
}
