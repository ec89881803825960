import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsReference } from './settings-reference.ts'

test('docs/settings.md is up to date with scripts/settings-reference.ts and .env.example', () => {
  expect(readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')).toBe(settingsReference())
})
