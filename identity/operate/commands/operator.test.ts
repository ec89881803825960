import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import process from 'node:process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readAudit } from '../../platform/audit/store.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { actorOf, noteOf, type Operator, operatorHere } from './operator.ts'

/** Mocks the machine's user information for a test. */
const onMachine = ({ user, uid }: { user?: string; uid?: number }) => {
  const { getuid } = process
  const named = vi.spyOn(os, 'userInfo').mockImplementation(() => {
    if (user === undefined) throw new Error('no such user')
    return { username: user } as ReturnType<typeof os.userInfo>
  })
  const host = vi.spyOn(os, 'hostname').mockReturnValue('desk')
  Object.assign(process, { getuid: uid === undefined ? undefined : () => uid })
  syncBuiltinESMExports()
  onTestFinished(() => {
    named.mockRestore()
    host.mockRestore()
    Object.assign(process, { getuid })
    syncBuiltinESMExports()
  })
}

describe('operator identity at the command line', () => {
  test.each([
    ['has a name', { user: 'eve', uid: 7 }, 'eve@desk'],
    ['has a number only, in a container', { uid: 7 }, 'uid-7@desk'],
    ['has neither, on a machine without numbers', {}, 'uid-unknown@desk'],
  ])('operator identity: the user %s', (_, machine, name) => {
    onMachine(machine)
    expect(operatorHere()).toEqual({ name, role: 'owner', reason: null, request: null })
  })
})

describe('operator actions', () => {
  const eve: Operator = { name: 'eve@desk', role: 'owner', reason: null, request: null }
  const request = { id: 'request-1', now: 1_000, address: '192.0.2.7', userAgent: 'Firefox', origin: null }

  test('an action is attributed to the operator', () => {
    expect(actorOf(eve)).toBe('operator:eve@desk')
  })

  test('an action is logged with time, reason and request id', async () => {
    const { db, project } = await identityUnderTest()
    const owner = await project()
    const note = async (operator: Operator, ...more: [{ userId?: string; details?: Record<string, unknown> }?]) => {
      await db.deleteFrom('audit_log').execute()
      await noteOf(operator, db, owner, 'user.deleted', ...more)
      const [entry] = await readAudit(db, { projectId: owner.id, limit: 1 })
      return entry
    }
    const before = Date.now()
    const bare = await note(eve)
    expect(bare).toMatchObject({
      ...{ action: 'user.deleted', actor: 'operator:eve@desk', user_id: null, details: {} },
      ...{ ip_address: null, user_agent: null, request_id: null },
    })
    expect(Date.parse(bare?.at ?? '')).toBeGreaterThanOrEqual(before)
    const details = { count: 1 }
    expect(await note(eve, { userId: 'user-1', details })).toMatchObject({ user_id: 'user-1', details })
    expect(await note({ ...eve, reason: 'ticket 7' }, { details })).toMatchObject({
      details: { count: 1, reason: 'ticket 7' },
    })
    expect(await note({ ...eve, reason: '' })).toMatchObject({ details: { reason: '' } })
    expect(await note({ ...eve, request })).toMatchObject({
      ...{ at: '1970-01-01T00:00:01.000Z', ip_address: '192.0.2.7', user_agent: 'Firefox', request_id: 'request-1' },
      details: {},
    })
  })
})
