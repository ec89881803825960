import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileSink } from './index.ts'

const never = new AbortController().signal
const line = (seq: number) => ({ seq, text: `line ${seq}` })

test('lines are appended, and go to a new file after log rotation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-sink-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'audit.jsonl')
  const { place, send } = fileSink(file)
  expect(place).toBe(`file ${file}`)
  await send([line(1), line(2)], never)
  await send([line(3)], never)
  expect(readFileSync(file, 'utf8')).toBe('line 1\nline 2\nline 3\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  renameSync(file, `${file}.1`)
  await send([line(4)], never)
  expect(readFileSync(file, 'utf8')).toBe('line 4\n')
})

test('an unwritable file rejects the lines', async () => {
  await expect(fileSink(join(tmpdir(), 'nowhere', 'at', 'all')).send([line(1)], never)).rejects.toThrow('ENOENT')
})
