import { linkIdText } from '@corroborate/wire/landing'
import { expect, test } from 'vitest'
import { linkIdOf } from './secrets-of.ts'

test('the link id is derived from the token hash and reveals nothing about the token', async () => {
  const inBrowser = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(linkIdText('a-token')))
  expect(linkIdOf('a-token')).toBe(Buffer.from(inBrowser).toString('base64url'))
  expect(linkIdOf('another-token')).not.toBe(linkIdOf('a-token'))
})
