import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, onTestFinished } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { buildIfChanged, stampFile, stampOfRelease } from './index.ts'

const test = base.extend('room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-if-changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['a', 'b', 'a/testing']) mkdirSync(join(folder, name))
  for (const file of ['a/x.ts', 'b/y.css', 'lock.json']) writeFileSync(join(folder, file), file)
  let builds = 0
  const options = {
    folders: [join(folder, 'a'), join(folder, 'b')],
    lockfile: join(folder, 'lock.json'),
    dist: join(folder, 'dist'),
    builders: ['vitest'],
    build: async () => {
      builds++
      mkdirSync(join(folder, 'dist'), { recursive: true })
    },
  }
  return {
    write: (file: string, content: string) => writeFileSync(join(folder, file), content),
    build: (build = options.build, builders = options.builders) => buildIfChanged({ ...options, build, builders }),
    builds: () => builds,
  }
})

test('builds once, and not again while nothing changes', async ({ room }) => {
  expect([await room.build(), await room.build()]).toEqual([true, false])
  expect(room.builds()).toBe(1)
})

test.for(['a/x.ts', 'b/y.css', 'b/new.tsx', 'lock.json'])('builds again when %s changes', async (file, { room }) => {
  await room.build()
  room.write(file, 'other')
  expect(await room.build()).toBe(true)
})

test.for(['a/x.test.ts', 'a/testing/helper.ts', 'a/notes.md'])('does not mind %s', async (file, { room }) => {
  await room.build()
  room.write(file, 'other')
  expect(await room.build()).toBe(false)
})

test('builds again when the last build failed', async ({ room }) => {
  await expect(room.build(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await room.build()).toBe(true)
})

test('builds nothing in a release, which lacks sources', async ({ room }) => {
  await room.build()
  room.write(`dist/${stampFile}`, stampOfRelease)
  room.write('a/x.ts', 'other')
  expect(await room.build()).toBe(false)
})

test('says what to do where the packages that build are not installed', async ({ room }) => {
  const failure = await room.build(undefined, ['vitest', 'no-such-package']).catch(error => error)
  expect(failure).toBeInstanceOf(OperatorError)
  expect(failure.message).toMatch(/\(no-such-package\): run "npm ci" without --omit=dev/)
  expect(room.builds()).toBe(0)
})

test('asks for none of them where everything is built', async ({ room }) => {
  await room.build()
  expect(await room.build(undefined, ['no-such-package'])).toBe(false)
})
