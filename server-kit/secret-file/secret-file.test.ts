import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { addToSecretFile, makeSecretFile, readSecretFile } from './index.ts'

const newPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'identity.secret')
}

test('the secret file is created once, private, with a long random secret', () => {
  const path = newPath()
  expect(readSecretFile(path)).toEqual([])
  const made = makeSecretFile(path)
  expect(made).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect(makeSecretFile(path)).toEqual(made)
  expect(readSecretFile(path)).toEqual(made)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['identity.secret'])
  expect(makeSecretFile(newPath())).not.toEqual(made)
})

test('additional secrets are appended once each', () => {
  const path = newPath()
  const [first = ''] = makeSecretFile(path)
  addToSecretFile(path, [first, 'a'.repeat(40)])
  addToSecretFile(path, ['a'.repeat(40)])
  expect(readFileSync(path, 'utf8')).toBe(`${first}\n${'a'.repeat(40)}\n`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['identity.secret'])
})

test('the file is not rewritten for secrets it contains', () => {
  const path = newPath()
  const held = makeSecretFile(path)
  const { ino } = statSync(path)
  addToSecretFile(path, held)
  addToSecretFile(path, [])
  expect(statSync(path).ino).toBe(ino)
})

test('a secret needs at least 32 characters', () => {
  const path = newPath()
  writeFileSync(path, `${'a'.repeat(32)}\n`)
  expect(readSecretFile(path)).toEqual(['a'.repeat(32)])
  writeFileSync(path, `${'a'.repeat(31)}\n`)
  expect(() => readSecretFile(path)).toThrow(OperatorError)
})

test.each(['', '\n', 'short\n', `${'a'.repeat(43)}\nshort\n`])(
  'a secret file containing %j is rejected with a message',
  content => {
    const path = newPath()
    writeFileSync(path, content)
    expect(() => readSecretFile(path)).toThrow(OperatorError)
    expect(() => makeSecretFile(path)).toThrow('does not hold a secret on each line')
    expect(readFileSync(path, 'utf8')).toBe(content)
  },
)

test('a secret file that cannot be created is rejected with a message', () => {
  expect(() => makeSecretFile('/nowhere/identity.secret')).toThrow(/cannot be written \(ENOENT\)/)
})

test('an unreadable secret file is rejected with a message', () => {
  const folder = dirname(newPath())
  expect(() => readSecretFile(folder)).toThrow(OperatorError)
  expect(() => readSecretFile(folder)).toThrow(/cannot be read \(EISDIR\)/)
})

/** Records syncs to the disk, and opened and closed handles. */
const watchDisk = ({ syncsFolders = true } = {}) => {
  const { fsyncSync } = fs
  const synced: string[] = []
  const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(handle => {
    const isFolder = fs.fstatSync(handle).isDirectory()
    if (isFolder && !syncsFolders) throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    fsyncSync(handle)
    synced.push(isFolder ? 'folder' : 'file')
  })
  const open = vi.spyOn(fs, 'openSync')
  const close = vi.spyOn(fs, 'closeSync')
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of [sync, open, close]) spy.mockRestore()
    syncBuiltinESMExports()
  })
  const opened = () => open.mock.results.map(({ value }) => value)
  const closed = () => close.mock.calls.map(([handle]) => handle)
  return { synced, opened, closed }
}

test('a new secret is on disk before its file name is', () => {
  const path = newPath()
  const { synced, opened, closed } = watchDisk()
  makeSecretFile(path)
  addToSecretFile(path, ['a'.repeat(40)])
  expect(synced).toEqual(['file', 'folder', 'file', 'folder'])
  expect(closed()).toEqual(opened())
})

test('the file is created where directories cannot be synced', () => {
  const path = newPath()
  const { synced, opened, closed } = watchDisk({ syncsFolders: false })
  expect(makeSecretFile(path)).toHaveLength(1)
  expect(synced).toEqual(['file'])
  expect(closed()).toEqual(opened())
})
