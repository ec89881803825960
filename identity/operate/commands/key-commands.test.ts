import { expect, test } from 'vitest'
import { publicKeys } from '../../accounts/sessions/index.ts'
import { commandsUnderTest } from './testing/index.ts'

type Rotated = { kid: string; published: string[] }

test('keys are rotated, and old keys stay published unless revoked as stolen', async () => {
  const { run, noted, db, project } = await commandsUnderTest()
  const { id } = await project()
  const published = async () => (await publicKeys(db, id, Date.now())).map(({ kid }) => kid)
  const [first] = await published()

  const rotated = await run('keys rotate')
  const { kid } = rotated.json as Rotated
  expect(kid).not.toBe(first)
  expect(rotated.json).toEqual({ kid, published: await published() })
  expect(await published()).toHaveLength(2)
  expect(rotated.text).toBe(`Signing with ${kid} in a minute, once published; 2 keys are published.`)

  const revoked = await run('keys rotate --revoke-old')
  const { kid: last } = revoked.json as Rotated
  expect(revoked.json).toEqual({ kid: last, published: [last] })
  expect(await published()).toEqual([last])
  expect(revoked.text).toBe(`Signing with ${last}; 1 key is published.`)

  const entry = { action: 'keys.rotated', actor: 'operator:eve@desk', user_id: null }
  expect(await noted()).toEqual([
    { ...entry, details: { kid, old_revoked: false } },
    { ...entry, details: { kid: last, old_revoked: true } },
  ])
})
