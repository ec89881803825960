import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statusKey } from '../site/open/public-names/index.ts'
import { gravity } from '../site/paper/known/index.ts'
import { statuses } from './statuses.ts'
import { version } from './version.ts'

test('statuses match those of the site, in the same order of severity', () => {
  expect(statuses).toEqual([...gravity.map(statusKey), 'not-found'])
})

test('the version matches package.json', () => {
  const { version: ofPackage } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
  expect(version).toBe(ofPackage)
})

test('action.yml declares every input that is read and points to an existing file', () => {
  const action = readFileSync(join(import.meta.dirname, '../action.yml'), 'utf8')
  const [, inputs = ''] = /^inputs:\n([\s\S]*?)^\S/m.exec(action) ?? []
  expect([...inputs.matchAll(/^ {2}(\S+):$/gm)].map(([, name]) => name)).toEqual([
    'site',
    'files',
    'baseline',
    'fail-on',
  ])
  expect(action).toMatch(/^ {2}main: cli\/action\.ts$/m)
})
