import { createReadStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { expect, test } from 'vitest'
import { readFileNamed } from './read-file.ts'

test('something is done with a file, and its result is handed on', async () => {
  const opened: string[] = []
  const open = (name: string) => {
    opened.push(name)
    return Readable.from(['some ', 'words'])
  }
  expect(await readFileNamed({ open }, 'words.txt', text)).toBe('some words')
  expect(opened).toEqual(['words.txt'])
})

test('a file that cannot be read is refused with its name, even if nobody reads it', async () => {
  const missing = new OperatorError('/nowhere cannot be read (ENOENT).')
  await expect(readFileNamed({ open: createReadStream }, '/nowhere', text)).rejects.toThrow(missing)
  const waits = () => new Promise<never>(() => {})
  await expect(readFileNamed({ open: createReadStream }, '/nowhere', waits)).rejects.toThrow(missing)
})

test('what goes wrong with the words in a file is thrown as it is', async () => {
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
