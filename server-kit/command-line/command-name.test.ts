import { expect, test } from 'vitest'
import { commandName, commandNameIn } from './index.ts'

test('operators are told the command of their installation: a release has no npm', () => {
  expect(commandNameIn('clone', 'identity')).toBe('npm run identity --')
  expect(commandNameIn('unpacked', 'identity')).toBe('node scripts/corroborate.ts identity')
  expect(commandNameIn('installed', 'identity')).toBe('corroborate identity')
})

test('a clone is not mistaken for a release', () => {
  expect(commandName('backup')).toBe('npm run backup --')
})
