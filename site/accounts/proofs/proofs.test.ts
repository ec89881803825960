import { describeStore } from '@corroborate/server-kit/testing'
import { encodeBase64 } from '@corroborate/wire/base64'
import type { CaptchaChallenge } from '@corroborate/wire/captcha'
import { solveChallenge } from '@corroborate/wire/proof-of-work'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, appUnderTest, startIdentityProvider } from '../../testing/index.ts'
import type { ProofTables } from './store.ts'

type Tables = AppTables & ProofTables & { notes: { id: string } }

/** Halves the limits: four notes per address and paper a day, so the third needs a proof. */
const scale = { LIMITS_SCALE: '0.5' }

const stage = async (db: Kysely<Tables>) => {
  const provider = await startIdentityProvider()
  onTestFinished(() => provider.close())
  const { app, origin } = appUnderTest({ db, identity: provider.origin, settings: scale })
  const send = (path: string, fields: Record<string, string> | null, headers: Record<string, string> = {}) => {
    const isForm = headers.accept === 'text/html'
    const body = isForm ? new URLSearchParams(fields ?? {}).toString() : JSON.stringify(fields)
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const given = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }
    return app.request(origin + path, {
      method: fields === null ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(fields !== null && given),
        ...headers,
      },
      ...(fields !== null && { body }),
    })
  }
  let written = 0
  const note = (headers?: Record<string, string>) =>
    send('/10.1000/x/comment', { author: 'Ada', content: `Note ${written++}.` }, headers)
  const solve = async (): Promise<{ 'proof-of-work': string }> => {
    const challenge = (await (await send('/proof-of-work', null)).json()) as CaptchaChallenge
    const solution = await solveChallenge(challenge, { crypto, now: Date.now })
    return { 'proof-of-work': encodeBase64(JSON.stringify({ challenge, solution })) }
  }
  const signedIn = (proved: boolean) => {
    const { token } = provider.signIn(provider.addUser(`${proved}@example.org`, { proved }))
    return { cookie: `corroborate_session=${token}.` }
  }
  const notes = async () => (await db.selectFrom('notes').select('id').execute()).length
  return { send, note, solve, signedIn, notes }
}

describeStore<Tables>('a visitor near a limit', siteMigrations, open => {
  test('a visitor close to a limit must solve a proof of work, valid once, without extra notes', async () => {
    const { note, solve, notes } = await stage(await open())
    expect([(await note()).status, (await note()).status]).toEqual([200, 200])
    const asked = await note()
    expect([asked.status, asked.headers.get('proof-of-work')]).toEqual([403, '/proof-of-work'])
    expect(await asked.json()).toMatchObject({ error: expect.stringContaining('log in first, or try again') })
    expect(await notes()).toBe(2)

    const proof = await solve()
    expect((await note(proof)).status).toBe(200)
    expect((await note(proof)).status).toBe(403)
    expect((await note({ 'proof-of-work': 'bm8=' })).status).toBe(403)
    expect((await note(await solve())).status).toBe(200)
    expect((await note(await solve())).status).toBe(429)
    expect(await notes()).toBe(4)
  })

  test('a visitor without JavaScript gets instructions and keeps their input', async () => {
    const { note, send } = await stage(await open())
    for (let n = 0; n < 2; n++) await note()
    const typed = { author: 'Ada', content: 'Typed without a script.' }
    const answer = await send('/10.1000/x/comment', typed, { accept: 'text/html' })
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { page: 'notes', model: { form: { draft: typed, problem: expect.stringContaining('log in first') } } },
    ])
  })

  describe('signed-in visitor', () => {
    test('an unverified account close to a limit must solve a proof of work', async () => {
      const { note, signedIn } = await stage(await open())
      for (let n = 0; n < 2; n++) await note()
      expect((await note(signedIn(false))).status).toBe(403)
      expect((await note(signedIn(true))).status).toBe(200)
    })
  })

  test('a proof of work is required before a vote counts, and nothing is stored without it', async () => {
    const db = await open()
    const { send, solve } = await stage(db)
    const vote = (headers?: Record<string, string>) => send('/10.1000/x/vote', { voteType: 'upvote' }, headers)
    // Ten new voters of an address on a paper a day, at this scale.
    for (let n = 0; n < 5; n++) expect((await vote()).status).toBe(200)
    expect((await vote()).status).toBe(403)
    expect(await db.selectFrom('votes').select('doi').execute()).toHaveLength(5)
    expect((await vote(await solve())).status).toBe(200)
  })
})
