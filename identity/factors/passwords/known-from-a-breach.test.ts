import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readAudit } from '../../platform/audit/store.ts'
import {
  ada,
  another,
  logIn,
  open,
  password,
  passwordRules,
  refusal,
  resetByEmail,
  resetByExisting,
  session_duration_minutes,
  settleWith,
  signUp,
  startReset,
  state,
  strength,
} from './testing/index.ts'

/** A file of passwords from a leak, as an operator may set it. */
const leakOf = (...passwords: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'leak-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const hashes = passwords.map(leaked => createHash('sha1').update(leaked).digest('hex').toUpperCase())
  writeFileSync(
    join(folder, 'leak'),
    hashes
      .toSorted()
      .map(hash => `${hash}:1\n`)
      .join(''),
  )
  return join(folder, 'leak')
}

describe('breached password of an existing account', () => {
  test.each([
    ['a common one', 'Iloveyou123', []],
    ['a weak one of the operator’s file', 'mno', ['mno', 'another leak']],
    ['a strong one of the operator’s file', password, [password, 'another leak']],
  ])('%s no longer signs in, and only someone entering it learns why', async (_, known, leaked) => {
    const file = leakOf(...leaked, 'one more')
    const provider = await open({ BREACHED_PASSWORDS_FILE: file })
    const userId = await settleWith(provider, known)
    const before = await state(provider)
    for (const [email, typed] of [
      [ada, `${known}x`],
      [ada, 'password1'],
      ['stranger@example.org', known],
    ]) {
      expect(await logIn(provider, email, typed)).toMatchObject(refusal('unauthorized_credentials'))
    }
    expect(await state(provider)).toEqual(before)

    const refused = await logIn(provider, ada, known)
    expect(refused).toMatchObject(refusal('reset_password'))
    expect(refused.json.error_message).toContain('public list')
    const change = { email: ada, existing_password: known, new_password: another, session_duration_minutes }
    expect(await provider.sdk('POST', resetByExisting, change)).toMatchObject(refusal('reset_password'))
    expect(await state(provider)).toEqual({ ...before, audit: before.audit + 2 })
    const [entry] = await readAudit(provider.db, {
      projectId: (await provider.project()).id,
      action: 'password.refused',
      limit: 1,
    })
    expect(entry).toMatchObject({ user_id: userId, actor: 'anonymous', details: { reason: 'breached_password' } })
    expect(JSON.stringify(entry)).not.toContain(known)

    const graded = await provider.sdk('POST', strength, { password: known, email: ada })
    expect(graded.data).toMatchObject({ breached_password: true, valid_password: false })
    await provider.configure({ passwords: { ...passwordRules, policy: 'luds' } })
    const byKinds = await provider.sdk('POST', strength, { password: known, email: ada })
    expect(byKinds.data).toMatchObject({ breached_password: true, valid_password: false, strength_policy: 'luds' })
  })

  test('a breached password can be replaced through a reset email', async () => {
    const provider = await open()
    await settleWith(provider, 'password1')
    const { reset } = await startReset(provider)
    const done = await provider.sdk('POST', resetByEmail, { token: reset, password, session_duration_minutes })
    expect(done.status).toBe(200)
    expect((await logIn(provider)).status).toBe(200)
  })

  test('a breached password signs in if the project disabled the check at sign-in or entirely', async () => {
    const provider = await open()
    await settleWith(provider, 'password1')
    for (const off of [{ breachDetectionAtLogIn: false }, { breachDetection: false }]) {
      await provider.configure({ passwords: { ...passwordRules, ...off } })
      expect((await logIn(provider, ada, 'password1')).status).toBe(200)
    }
  })

  test('the sign-in check uses local sources only, so it never waits for a service', async () => {
    let asked = 0
    const service = createServer((_, response) => {
      asked++
      response.end()
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => service.once('listening', resolve))
    onTestFinished(() => void service.close())
    const { port } = service.address() as AddressInfo
    const provider = await open({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}/range` })
    await signUp(provider)
    expect(asked).toBe(1)
    expect((await logIn(provider)).status).toBe(200)
    expect(asked).toBe(1)
  })
})
