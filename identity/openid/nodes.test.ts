import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { back, secondNode, stage } from './testing/index.ts'

describeStore<Tables>('of two nodes', migrations, (open, store) => {
  test('one node redeems, refreshes and accepts tokens of the other, and sees its revocations at once', async () => {
    const { url } = store.placeOf(await open())
    const on = await stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const { client, newCode, verifier, refresh, isActive, settings, issuer } = on
    const other = await secondNode(settings)
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
    const there = async (path: string, form: Record<string, string>) => {
      const answer = await fetch(`${other}${issuer.pathname}/oauth2/${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { Authorization: basic },
      })
      const text = await answer.text()
      return text === '' ? {} : JSON.parse(text)
    }
    const code = await newCode()
    const redeeming = { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier }
    const tokens = await there('token', redeeming)
    expect(await isActive(tokens.access_token)).toBe(true)
    const refreshed = (await refresh(tokens.refresh_token)).json
    expect((await there('introspect', { token: refreshed.access_token ?? '' })).active).toBe(true)
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect((await there('token', again)).refresh_token).toBe(refreshed.refresh_token)
    expect((await there('token', { ...again, scope: 'openid' })).error).toBe('invalid_grant')
    expect(await isActive(refreshed.access_token)).toBe(false)
    const next = await there('token', { ...redeeming, code: await newCode() })
    await there('revoke', { token: next.refresh_token })
    expect(await isActive(next.access_token)).toBe(false)
  })
})
