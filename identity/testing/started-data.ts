import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@corroborate/server-kit/logging'
import { readSettings } from '@corroborate/server-kit/settings'
import { createIdentity } from '../identity.ts'

let started: Promise<string> | undefined

/** Fills a folder with the data of a provider that has started once: making its tables and its key takes most of a start. */
export const copyStartedData = async (folder: string): Promise<void> => {
  started ??= startOnce()
  cpSync(await started, folder, { recursive: true })
}

const startOnce = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-started-'))
  const identity = await createIdentity(readSettings({ DATA_DIR: folder }), {
    logger: createLogger('silent'),
    now: Date.now,
  })
  await identity.close()
  return folder
}
