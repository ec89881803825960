import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { inOwnProcess } from './index.ts'

const program = (text: (folder: string) => string) => {
  const folder = mkdtempSync(join(tmpdir(), 'in-own-process-'))
  const file = join(folder, 'program.mjs')
  writeFileSync(file, text(folder))
  return { file, said: () => readFileSync(join(folder, 'said'), 'utf8') }
}

test('a program runs to completion in a separate process', async () => {
  const { file, said } = program(
    folder => `import { writeFileSync } from 'node:fs'
      setImmediate(() => writeFileSync(${JSON.stringify(join(folder, 'said'))}, String(process.pid)))`,
  )
  await inOwnProcess(file)
  expect(Number(said())).toBeGreaterThan(0)
  expect(Number(said())).not.toBe(process.pid)
})

test.each([
  ['process.exit(3)', 'with code 3'],
  ["process.kill(process.pid, 'SIGKILL')", 'by SIGKILL'],
])('%s is reported', async (text, how) => {
  const { file } = program(() => text)
  const failure = await inOwnProcess(file).catch(error => error)
  expect(failure).toBeInstanceOf(OperatorError)
  expect(failure.message).toContain(how)
})
