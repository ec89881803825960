import { textStatusPath } from '@corroborate/wire/text-status'
import { expect, test } from 'vitest'
import { noteText, noteTextState } from '../../delivery/texts/store.ts'
import { identityUnderTest } from '../../testing/index.ts'

test('a waiting page of any origin learns only whether the SMS is undeliverable', async () => {
  const { app, db, project, publicToken, clock } = await identityUnderTest()
  const { id: projectId } = await project()
  const ask = async (methodId: string, token = publicToken) => app.request(textStatusPath(token, methodId))
  const told = async (methodId: string) => (await (await ask(methodId)).json()).status
  for (const state of ['sent', 'delivered', 'undelivered'] as const) {
    const text = { projectId, textId: state, methodId: `to-${state}`, channel: 'sms' } as const
    await db.transaction().execute(tx => noteText(tx, text, clock.now))
    await noteTextState(db, state, state === 'undelivered' ? { state, reason: 'r' } : { state }, clock.now)
  }
  expect(await Promise.all(['to-sent', 'to-delivered', 'to-undelivered', 'to-nobody'].map(told))).toEqual([
    'on_its_way',
    'on_its_way',
    'undelivered',
    'on_its_way',
  ])
  const { status, headers } = await ask('to-sent')
  expect(status).toBe(200)
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect((await ask('to-sent', 'public-token-test-00000000-0000-4000-8000-000000000000')).status).toBe(404)
})
