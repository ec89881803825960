import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metrics } from '../health/index.ts'
import { ownedAsFolder } from '../private-file/index.ts'

const fileIn = (dataDir: string): string => join(dataDir, 'last-backup')

/** Notes in the data folder that a backup is whole, so that the servers there can report its age. `at` in epoch milliseconds. */
export const noteBackup = (dataDir: string, at: number): void => {
  if (!existsSync(dataDir)) return
  try {
    writeFileSync(fileIn(dataDir), `${new Date(at).toISOString()}\n`, { mode: 0o600 })
    ownedAsFolder(fileIn(dataDir))
  } catch {
    // The backup itself is there; a folder that takes no note shows as an old backup.
  }
}

/** The time of the last backup taken of this data folder, in epoch milliseconds; 0 if none is known. */
export const lastBackup = (dataDir: string): number => {
  try {
    return Date.parse(readFileSync(fileIn(dataDir), 'utf8').trim()) || 0
  } catch {
    return 0
  }
}

/** Adds the age of the last backup to a server's metrics. */
export const countBackups = (metrics: Metrics, dataDir: string): void =>
  metrics.gauge(
    'backup_last_success_timestamp_seconds',
    'Time of the last complete backup, in seconds since 1970; 0 if there is none.',
    async () => lastBackup(dataDir) / 1_000,
  )
