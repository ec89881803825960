import { fileURLToPath } from 'node:url'
import { describeStore } from '@corroborate/server-kit/testing'
import { freePort, runServer } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { back, stage } from './testing/index.ts'

const start = fileURLToPath(new URL('../start.ts', import.meta.url))

describeStore<Tables>('a provider that is killed', migrations, (open, store) => {
  /** One that stays, and others beside it on the same database, which a test may kill. */
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    const engine = url === undefined ? {} : { IDENTITY_DATABASE_URL: url }
    const on = await stage(engine)
    const { client, settings, origin, issuer } = on
    const doomed = async () => {
      const port = String(await freePort())
      const variables = { DATA_DIR: settings.dataDir, IDENTITY_ORIGIN: origin, IDENTITY_PORT: port, ...engine }
      const server = await runServer(start, variables)
      onTestFinished(() => server.kill())
      const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
      const post = async (path: string, form: Record<string, string>): Promise<Record<string, string> | null> =>
        fetch(`http://127.0.0.1:${port}${issuer.pathname}/oauth2/${path}`, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { Authorization: basic },
        }).then(
          async answer => (answer.status === 200 ? JSON.parse((await answer.text()) || '{}') : null),
          () => null,
        )
      return { ...server, post }
    }
    const spent = async (kind = 'AuthorizationCode') =>
      (
        await on.db
          .selectFrom('openid_records')
          .select('consumed_at')
          .where('kind', '=', kind)
          .where('consumed_at', 'is not', null)
          .execute()
      ).length
    return { ...on, doomed, spent }
  }

  test('a crash between code and tokens leaves nothing active when the code is replayed', async () => {
    const { doomed, newCode, verifier, redeem, spent, isActive, refresh, db } = await onStage()
    const code = await newCode()
    const server = await doomed()
    const redeeming = { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier }
    const answered = server.post('token', redeeming)
    await expect.poll(() => spent(), { interval: 1 }).toBe(1)
    await server.kill()
    const tokens = await answered
    expect((await redeem(code)).json.error).toBe('invalid_grant')
    if (tokens !== null) {
      expect(await isActive(tokens.access_token)).toBe(false)
      expect((await refresh(tokens.refresh_token)).json.error).toBe('invalid_grant')
    }
    const left = await db.selectFrom('openid_records').select('kind').where('grant_hash', 'is not', null).execute()
    expect(left).toEqual([])
    const next = await redeem(await newCode())
    expect(await isActive(next.json.access_token)).toBe(true)
  })

  test('a crash during token rotation is recovered when the same refresh is repeated', async () => {
    const { doomed, newCode, redeem, spent, isActive, refresh } = await onStage()
    const { json } = await redeem(await newCode())
    const server = await doomed()
    const again = { grant_type: 'refresh_token', refresh_token: json.refresh_token ?? '' }
    const answered = server.post('token', again)
    await expect.poll(() => spent('RefreshToken'), { interval: 1 }).toBe(1)
    await server.kill()
    const lost = await answered
    const renewed = await refresh(json.refresh_token)
    expect(renewed.status).toBe(200)
    if (lost !== null) expect(renewed.json.refresh_token).toBe(lost.refresh_token)
    expect(await isActive(renewed.json.access_token)).toBe(true)
    expect((await refresh(renewed.json.refresh_token)).status).toBe(200)
  })

  test('every acknowledged revocation survives a crash', async () => {
    const { doomed, newCode, redeem, isActive, refresh } = await onStage()
    const server = await doomed()
    const first = (await redeem(await newCode())).json
    const second = (await redeem(await newCode())).json
    const renewed = (await refresh(second.refresh_token)).json
    expect(await server.post('revoke', { token: first.refresh_token ?? '' })).not.toBeNull()
    // A token that was used comes again with another wish: its family ends, though the answer is a refusal.
    const reuse = { grant_type: 'refresh_token', refresh_token: second.refresh_token ?? '', scope: 'openid' }
    expect(await server.post('token', reuse)).toBeNull()
    await server.kill()
    expect(await isActive(first.access_token)).toBe(false)
    expect((await refresh(first.refresh_token)).json.error).toBe('invalid_grant')
    expect(await isActive(renewed.access_token)).toBe(false)
    expect((await refresh(renewed.refresh_token)).json.error).toBe('invalid_grant')
  })
})
