import { createHash } from 'node:crypto'
import type { ReadLine as LineOfFile } from '@corroborate/server-kit/bounded-reading'

/** Previous hash of the first line in a chain. */
export const noLine = '0'.repeat(64)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * A line of the log that leaves: an entry as JSON, with its number, the hash of the line before, and at the end its own hash,
 * which is the SHA-256 of the line without it. Pure.
 */
export const makeLine = (seq: number, prev: string, entry: object): { text: string; hash: string } => {
  const body = JSON.stringify({ seq, prev, ...entry })
  const hash = hashOf(body)
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}`, hash }
}

/** A parsed line; null if it is invalid or was modified. */
type ReadLine = { seq: number; prev: string; hash: string }

const form = /^(\{"seq":(\d{1,15}),"prev":"([0-9a-f]{64})",.*),"hash":"([0-9a-f]{64})"\}\s*$/

const readLine = (text: string): ReadLine | 'changed' | null => {
  // A syslog server writes something of its own before it.
  const at = text.indexOf('{"seq":')
  const [, body = '', seq = '', prev = '', hash = ''] = (at < 0 ? null : form.exec(text.slice(at))) ?? []
  if (body === '') return at < 0 ? null : 'changed'
  return hashOf(`${body}}`) === hash ? { seq: Number(seq), prev, hash } : 'changed'
}

/** A problem in an export file; `line` counts from 1. */
export type Finding = { line: number; problem: string }

/** Summary of an export file. `first` and `last` are null if it is empty. */
export type Verified = {
  lines: number
  first: number | null
  last: { seq: number; hash: string } | null
  findings: Finding[]
}

/**
 * Verifies an export file and reports missing, modified or reordered lines. It may start mid-chain, like rotated files. Identical duplicate
 * lines come from a killed server and are accepted. Lines that are not log lines are reported.
 */
export const verifyLines = async (lines: AsyncIterable<LineOfFile>): Promise<Verified> => {
  const verified: Verified = { lines: 0, first: null, last: null, findings: [] }
  for await (const { at: line, text } of lines) {
    if (text?.trim() === '') continue
    const read = text === null ? null : readLine(text)
    if (read === null || read === 'changed') {
      const problem = read === null ? 'is no line of the audit log' : 'was changed'
      verified.findings.push({ line, problem })
      continue
    }
    const problem = problemBetween(verified.last, read)
    if (problem !== null) verified.findings.push({ line, problem })
    verified.lines++
    verified.first ??= read.seq
    verified.last = { seq: read.seq, hash: read.hash }
  }
  return verified
}

const problemBetween = (before: Verified['last'], { seq, prev, hash }: ReadLine): string | null => {
  if (before === null) return null
  if (seq === before.seq) return hash === before.hash ? null : `is another entry ${seq} than the one before`
  if (seq < before.seq) return `is entry ${seq}, which does not come after ${before.seq}`
  if (seq === before.seq + 1) return prev === before.hash ? null : `does not follow entry ${before.seq} as it is here`
  const [from, to] = [before.seq + 1, seq - 1]
  return from === to
    ? `comes after a gap: entry ${from} is missing`
    : `comes after a gap: entries ${from} to ${to} are missing`
}
