import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asStarted, childEnvironment } from '@corroborate/server-kit/testing/server'
import type { KnownSink } from '../../../paper/event-files/import-records.ts'
import type { KnownSource, ReplicationRow, UpdateRow } from '../../../paper/known/index.ts'

/** A folder of its own for one test file. */
export const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'works-import-'))
  return {
    path,
    write(name: string, content: string | Uint8Array): string {
      writeFileSync(join(path, name), content)
      return join(path, name)
    },
    read: (name: string) => readFileSync(join(path, name), 'utf8'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** One line of OpenAlex's shape. */
export const openAlexLine = (doi: string | null, facts: Record<string, unknown> = {}): string => {
  const title = `Title of ${doi}`
  return JSON.stringify({
    id: 'https://openalex.org/W1',
    doi: doi === null ? null : `https://doi.org/${doi}`,
    title,
    display_name: title,
    publication_year: 2001,
    type: 'article',
    authorships: [{ author: { display_name: 'Ada Author', orcid: 'https://orcid.org/0000-0002-1825-0097' } }],
    primary_location: { source: { display_name: 'Journal' } },
    ...facts,
  })
}

/** A sink that keeps rows by their text, as a database would by their key. */
export const memorySink = () => {
  const updates = new Map<string, UpdateRow>()
  const replications = new Map<string, ReplicationRow>()
  function save<Row>(kept: Map<string, Row>, rows: readonly Row[]): number {
    const before = kept.size
    for (const row of rows) kept.set(JSON.stringify(row), row)
    return kept.size - before
  }
  const reaches: { source: KnownSource; reachesTo: string | null }[] = []
  const sink: KnownSink = {
    saveSourcedUpdates: async rows => save(updates, rows),
    noteReach: async (source, reachesTo) => {
      reaches.push({ source, reachesTo })
    },
    saveUpdates: async rows => save(updates, rows),
    saveReplications: async rows => save(replications, rows),
  }
  return { sink, reaches, updates: () => [...updates.values()], replications: () => [...replications.values()] }
}

const cli = fileURLToPath(new URL('../../../app/commands/works-import.ts', import.meta.url))

/** Starts `works:import` in a process of its own with this data folder. */
export const startImport = (dataDir: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [asStarted(cli), ...args], {
    cwd: dataDir,
    env: { ...childEnvironment, DATA_DIR: dataDir, NODE_ENV: 'test' },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>(resolve => {
    child.on('close', code => resolve({ code, out, err }))
  })
  return { child, ended }
}
