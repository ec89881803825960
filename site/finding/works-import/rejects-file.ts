import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Problem } from '../../paper/event-files/index.ts'

/** Report of lines omitted from an import: tab-separated file, line, kind (`skipped` or `rejected`) and reason. */
export type RejectsFile = { path: string; add(file: string, problem: Problem): void; count(): number; close(): void }

const flushAt = 64 * 1024

/** Starts a new list, in place of the one of the run before; no file is made while there is nothing to list. */
export const openRejectsFile = (path: string): RejectsFile => {
  rmSync(path, { force: true })
  let handle: number | null = null
  let pending = 'file\tline\twhat\treason\n'
  let count = 0

  function flush(): void {
    if (pending === '') return
    handle ??= openSync(path, 'a')
    writeSync(handle, pending)
    pending = ''
  }

  return {
    path,
    add(file, { line, kind, reason }) {
      count++
      pending += `${[file, line, kind, reason].map(cell).join('\t')}\n`
      if (pending.length >= flushAt) flush()
    },
    count: () => count,
    close() {
      if (count > 0) flush()
      if (handle !== null) closeSync(handle)
      handle = null
    },
  }
}

const cell = (value: string | number): string => String(value).replace(/[\t\r\n]+/g, ' ')
