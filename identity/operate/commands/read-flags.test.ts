import { Readable } from 'node:stream'
import { UsageError } from '@corroborate/server-kit/command-line'
import { describe, expect, test } from 'vitest'
import type { CommandContext } from './command.ts'
import { needed, neededSecret } from './provider-commands.ts'

const given = (flags: Record<string, string[]>, stdin = '') => {
  const opened: string[] = []
  const open = (name: string) => {
    opened.push(name)
    return Readable.from([stdin])
  }
  return { context: { flags, open } as unknown as CommandContext, opened }
}
const word = /^[a-z-]{1,5}$/

describe('required option', () => {
  const read = (flags: Record<string, string[]>) => needed(given(flags).context, 'key', word, 'a short word')

  test('a required option has its last value, trimmed', () => {
    expect(read({ key: ['first', ' last '] })).toBe('last')
  })

  test('a missing or invalid required option is rejected', () => {
    expect(() => read({})).toThrow(new UsageError('--key is missing.'))
    expect(() => read({ key: [' '] })).toThrow(new UsageError('--key is missing.'))
    expect(() => read({ key: ['longer'] })).toThrow(new UsageError('--key must be a short word.'))
  })
})

describe('secret option', () => {
  const read = (flags: Record<string, string[]>, stdin?: string) =>
    neededSecret(given(flags, stdin).context, 'key', word, 'The key')

  test('a secret is taken from an option or standard input', async () => {
    expect(await read({ key: ['abc'] })).toBe('abc')
    expect(await read({ key: ['-'] }, ' abc\n')).toBe('abc')
  })

  test('a secret given as an option is not read from standard input', async () => {
    const { context, opened } = given({ key: ['a-b'] })
    expect(await neededSecret(context, 'key', word, 'The key')).toBe('a-b')
    expect(opened).toEqual([])
    const piped = given({ key: ['-'] }, 'abc')
    await neededSecret(piped.context, 'key', word, 'The key')
    expect(piped.opened).toEqual(['-'])
  })

  test('a missing or invalid secret is rejected', async () => {
    await expect(read({})).rejects.toThrow(new UsageError('--key is missing.'))
    await expect(read({ key: ['longer'] })).rejects.toThrow(new UsageError('--key must be one word.'))
    for (const stdin of ['', '\n', 'longer', 'a b']) {
      await expect(read({ key: ['-'] }, stdin)).rejects.toThrow(new UsageError('The key must be one word.'))
    }
  })
})
