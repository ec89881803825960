import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endServers, runServer } from './index.ts'

test('a server left running is stopped with its test file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-running-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = join(folder, 'start.mjs')
  writeFileSync(script, `console.log('http://localhost:1'); setInterval(() => {}, 1_000)`)
  const { pid = Number.NaN } = await runServer(script, {})
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  expect(isThere()).toBe(true)
  await endServers()
  expect(isThere()).toBe(false)
})
