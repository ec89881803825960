import { errorTypes } from '@corroborate/wire/errors'
import { expect, test } from 'vitest'
import { errorDocsPath } from '../../sdk/core/create-core.ts'
import { identityUnderTest } from '../../testing/index.ts'

test('every error type has its section on the error documentation page', async () => {
  const { app, settings } = await identityUnderTest()
  const answer = await app.request(`${settings.identity.origin}${errorDocsPath}`)
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600')
  const text = await answer.text()
  for (const [type, { status }] of Object.entries(errorTypes))
    expect(text).toContain(`<dt id="${type}"><code>${type}</code> ${status}</dt><dd>`)
})
