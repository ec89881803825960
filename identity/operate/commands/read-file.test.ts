import { createReadStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { expect, test } from 'vitest'
import { readFileNamed } from './read-file.ts'

test('the callback’s result is returned for an opened file', async () => {
  const opened: string[] = []
  const open = (name: string) => {
    opened.push(name)
    return Readable.from(['some ', 'words'])
  }
  expect(await readFileNamed({ open }, 'words.txt', text)).toBe('some words')
  expect(opened).toEqual(['words.txt'])
})

test('an unreadable file is rejected by name, even if never read', async () => {
  const missing = new OperatorError('/nowhere cannot be read (ENOENT).')
  await expect(readFileNamed({ open: createReadStream }, '/nowhere', text)).rejects.toThrow(missing)
  const waits = () => new Promise<never>(() => {})
  await expect(readFileNamed({ open: createReadStream }, '/nowhere', waits)).rejects.toThrow(missing)
})

test('errors while processing a file are thrown unchanged', async () => {
  const open = () => Readable.from(['x'])
  for (const wrong of [
    new OperatorError('Line 1 is wrong.'),
    Object.assign(new Error('odd'), { code: 'ODD' }),
    'odd',
  ]) {
    const failing = readFileNamed({ open }, 'words.txt', async () => {
      throw wrong
    })
    await expect(failing).rejects.toBe(wrong)
  }
  const broken = new PassThrough()
  const error = Object.assign(new Error('odd'), { syscall: 'read' })
  const reading = readFileNamed({ open: () => broken }, 'words.txt', text)
  broken.destroy(error)
  await expect(reading).rejects.toBe(error)
})
