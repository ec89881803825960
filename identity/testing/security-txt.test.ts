import { expect, test } from 'vitest'
import { identityUnderTest } from './index.ts'

test('security.txt is served while a contact is configured', async () => {
  const ask = async (settings: Record<string, string>) => {
    const { app, settings: read } = await identityUnderTest(settings)
    const answer = await app.request(`${read.identity.origin}/.well-known/security.txt`)
    return [answer.status, await answer.text()]
  }
  expect(await ask({ SITE_CONTACT: 'editors@example.org' })).toEqual([
    200,
    expect.stringContaining('Contact: mailto:editors@example.org\n'),
  ])
  expect((await ask({}))[0]).toBe(404)
})
