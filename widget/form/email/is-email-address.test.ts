import { expect, test } from 'vitest'
import { isEmailAddress } from './email-way.ts'

test.each([
  'a@example.org',
  "o'brien+papers@mail.example.co.uk",
  'josé@example.org',
  '用户@例え.テスト',
  'user@münchen.example',
])('%s has the form of an address', text => {
  expect(isEmailAddress(text)).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@localhost',
  'ada@127.0.0.1',
  'ada@example..org',
  'ada@example.org.',
  'ada@.org',
  'ada@@example.org',
  'ada@example.org@evil.example',
  'ada lovelace@example.org',
  'ada@exam ple.org',
  'a@example.org b@example.org',
])('%j has not', text => {
  expect(isEmailAddress(text)).toBe(false)
})
