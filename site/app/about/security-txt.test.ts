import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { siteMigrations } from '../migrations.ts'

const now = Date.UTC(2026, 0, 1, 13)

describeStore<AppTables>('/.well-known/security.txt', siteMigrations, open => {
  const ask = async (settings: Record<string, string>) => {
    const { app, origin } = appUnderTest({ db: await open(), identity: 'http://127.0.0.1:9', settings, now: () => now })
    const answer = await app.request(`${origin}/.well-known/security.txt`)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text(), origin }
  }

  test('security.txt names a contact and an expiry', async () => {
    const { status, type, text, origin } = await ask({ SITE_CONTACT: 'editors@example.org' })
    expect([status, type]).toEqual([200, 'text/plain; charset=UTF-8'])
    expect(text.split('\n')).toEqual([
      'Contact: mailto:editors@example.org',
      'Expires: 2026-06-30T00:00:00.000Z',
      'Preferred-Languages: en, de, es',
      `Canonical: ${origin}/.well-known/security.txt`,
      '',
    ])
  })

  test('security.txt is missing without a contact address', async () => {
    expect((await ask({})).status).toBe(404)
  })
})
