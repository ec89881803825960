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

test('the build runs once and not again without changes', async ({ room }) => {
  expect([await room.build(), await room.build()]).toEqual([true, false])
  expect(room.builds()).toBe(1)
})

test.for(['a/x.ts', 'b/y.css', 'b/new.tsx', 'lock.json'])(
  'the build runs again when %s changes',
  async (file, { room }) => {
    await room.build()
    room.write(file, 'other')
    expect(await room.build()).toBe(true)
  },
)

test.for(['a/x.test.ts', 'a/testing/helper.ts', 'a/notes.md'])('the build ignores %s', async (file, { room }) => {
  await room.build()
  room.write(file, 'other')
  expect(await room.build()).toBe(false)
})

test('the build runs again after a failure', async ({ room }) => {
  await expect(room.build(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await room.build()).toBe(true)
})

test('a release, which lacks sources, builds nothing', async ({ room }) => {
  await room.build()
  room.write(`dist/${stampFile}`, stampOfRelease)
  room.write('a/x.ts', 'other')
  expect(await room.build()).toBe(false)
})

test('missing build packages are reported with instructions', async ({ room }) => {
  const failure = await room.build(undefined, ['vitest', 'no-such-package']).catch(error => error)
  expect(failure).toBeInstanceOf(OperatorError)
  expect(failure.message).toMatch(/\(no-such-package\): run "npm ci" without --omit=dev/)
  expect(room.builds()).toBe(0)
})

test('build packages are not required when everything is built', async ({ room }) => {
  await room.build()
  expect(await room.build(undefined, ['no-such-package'])).toBe(false)
})
