import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { addToSecretFile, makeSecretFile, readSecretFile } from './index.ts'

const newPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'identity.secret')
}

test('is made once, for its owner only, and holds a long random secret', () => {
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

test('takes more secrets behind those it has, each once', () => {
  const path = newPath()
  const [first = ''] = makeSecretFile(path)
  addToSecretFile(path, [first, 'a'.repeat(40)])
  addToSecretFile(path, ['a'.repeat(40)])
  expect(readFileSync(path, 'utf8')).toBe(`${first}\n${'a'.repeat(40)}\n`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['identity.secret'])
})

test.each(['', '\n', 'short\n', `${'a'.repeat(43)}\nshort\n`])('holding %j is refused in a sentence', content => {
  const path = newPath()
  writeFileSync(path, content)
  expect(() => readSecretFile(path)).toThrow(OperatorError)
  expect(() => makeSecretFile(path)).toThrow('does not hold a secret on each line')
  expect(readFileSync(path, 'utf8')).toBe(content)
})

test('that cannot be made is refused in a sentence', () => {
  expect(() => makeSecretFile('/nowhere/identity.secret')).toThrow(/cannot be written \(ENOENT\)/)
})
