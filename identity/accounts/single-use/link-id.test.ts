import { linkIdText } from '@corroborate/wire/landing'
import { expect, test } from 'vitest'
import { linkIdOf } from './link-id.ts'

test('a link is known again by what its browser makes of the token, which tells nothing of the token', async () => {
  const inBrowser = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(linkIdText('a-token')))
  expect(linkIdOf('a-token')).toBe(Buffer.from(inBrowser).toString('base64url'))
  expect(linkIdOf('another-token')).not.toBe(linkIdOf('a-token'))
})
