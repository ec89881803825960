import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { audit, readAudit } from './store.ts'

test('8: an audit entry has the time of its request, or the time given by the command line', async () => {
  const { db, project } = await identityUnderTest()
  const { id: projectId } = await project()
  const request = { id: 'request', now: Date.UTC(2020, 0, 2), address: '192.0.2.1', userAgent: 'test', origin: null }
  await audit(db, { projectId, action: 'user.updated', actor: 'anonymous', request })
  await audit(db, { projectId, action: 'user.roles_changed', actor: 'operator:ada', at: Date.UTC(2020, 0, 3) })
  const entries = await readAudit(db, { projectId, since: 0, limit: 100 })
  const timeOf = (action: string) => entries.find(entry => entry.action === action)?.at
  expect([timeOf('user.updated'), timeOf('user.roles_changed')]).toEqual([
    '2020-01-02T00:00:00.000Z',
    '2020-01-03T00:00:00.000Z',
  ])
})
