import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import type { FileSummary, ImportProgress } from './import-files.ts'

/** Shows how an import goes on. */
export type ProgressDisplay = {
  progress(progress: ImportProgress): void
  file(summary: FileSummary): void
  /** A line of its own; a bar makes room for it. */
  say(sentence: string): void
}

type Out = NodeJS.WritableStream & { isTTY?: boolean }

const plainEvery = 5_000

/** Progress bar on a terminal; otherwise a plain line every 5 seconds. `now` is in milliseconds. */
export const createProgressDisplay = (out: Out, now: () => number = () => performance.now()): ProgressDisplay =>
  out.isTTY ? barDisplay(out, now) : plainDisplay(out, now)

const barDisplay = (out: Out, now: () => number): ProgressDisplay => {
  let bar: SingleBar | null = null
  let started = 0
  const stop = () => {
    bar?.stop()
    bar = null
  }
  return {
    progress({ file, bytes, bytesRead, records }) {
      if (bar === null) {
        started = now()
        bar = new SingleBar({
          format: '{file} [{bar}] {percentage} % | {records} records | {rate} | {left} left',
          stream: out,
          barsize: 24,
          fps: 5,
          clearOnComplete: true,
          hideCursor: true,
        })
        bar.start(bytes, 0, { file: basename(file), records: '0', rate: '', left: '' })
      }
      const elapsed = now() - started
      bar.update(Math.min(bytesRead, bytes), {
        file: basename(file),
        records: groupedNumber(records),
        rate: rate(records, elapsed),
        left: left(bytesRead, bytes, elapsed),
      })
    },
    file(summary) {
      stop()
      out.write(`${describeFile(summary)}\n`)
    },
    say(sentence) {
      stop()
      out.write(`${sentence}\n`)
    },
  }
}

const plainDisplay = (out: Out, now: () => number): ProgressDisplay => {
  let current = ''
  let started = 0
  let last = 0
  return {
    progress({ file, bytes, bytesRead, records }) {
      if (file !== current) {
        current = file
        started = now()
        last = started
      }
      if (now() - last < plainEvery) return
      last = now()
      const percent = bytes === 0 ? 100 : Math.floor((100 * bytesRead) / bytes)
      const elapsed = last - started
      out.write(
        `${basename(file)}: ${percent} %, ${groupedNumber(records)} records, ${rate(records, elapsed)}, ${left(bytesRead, bytes, elapsed)} left\n`,
      )
    },
    file(summary) {
      current = ''
      out.write(`${describeFile(summary)}\n`)
    },
    say(sentence) {
      out.write(`${sentence}\n`)
    },
  }
}

/** Summarizes a file in one line: added, unchanged and skipped works. */
export const describeFile = (summary: FileSummary): string => {
  const { file, format, added, changed, same, different, skipped, rejected, damage, took } = summary
  const name = basename(file)
  if (format === null) return `${name}: not imported: ${damage}.`
  const parts = [`${groupedNumber(added)} new`]
  if (changed > 0) parts.push(`${groupedNumber(changed)} changed`)
  if (same > 0) parts.push(`${groupedNumber(same)} unchanged`)
  if (different > 0)
    parts.push(`${groupedNumber(different)} differ from the stored record and were kept (use --replace to update them)`)
  if (skipped > 0) parts.push(`${groupedNumber(skipped)} skipped without a DOI`)
  if (rejected > 0) parts.push(`${groupedNumber(rejected)} rejected`)
  const records = added + changed + same + different
  const line = `${name}: ${format}: ${parts.join(', ')} (${(took / 1000).toFixed(1)} s, ${rate(records, took)})`
  return damage === null ? line : `${line}. Incomplete: ${damage}; everything before that was imported.`
}

const rate = (records: number, elapsed: number): string =>
  elapsed <= 0 ? '–/s' : `${groupedNumber(Math.round((1000 * records) / elapsed))}/s`

const left = (done: number, all: number, elapsed: number): string => {
  if (done <= 0) return '–'
  const seconds = Math.ceil((elapsed * Math.max(0, all - done)) / done / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
