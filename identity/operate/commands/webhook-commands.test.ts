import { expect, test } from 'vitest'
import { nothingOnItsWay } from '../../testing/index.ts'
import { commandsUnderTest } from './testing/index.ts'

/** A while ago, but not so long that it is forgotten. */
const recently = Date.now() - 60_000
const timeOf = (at: number): string => new Date(at).toISOString()

const withDeliveries = async () => {
  const provider = await commandsUnderTest()
  const { id } = await provider.project()
  const deliver = (name: string, at: number, projectId = id) =>
    provider.db
      .insertInto('webhook_deliveries')
      .values({
        ...{ project_id: projectId, delivery_id: name, type: 'user.deleted', user_id: `user-${name}` },
        ...{ happened_at: at - 1_000, url: 'https://127.0.0.1:1/told', state: 'given_up', attempts: 3 },
        ...{ answer: 'It answered 500.', attempted_at: at },
      })
      .execute()
  return { ...provider, deliver }
}

test('webhook calls to an application are listed newest first', async () => {
  const { run, deliver } = await withDeliveries()
  expect(await run('webhook list')).toMatchObject({ json: [], text: 'None in the last month.' })
  await deliver('one', recently)
  await deliver('two', recently + 1_000)
  await deliver('other', recently, 'another-project')
  const { json, text } = await run('webhook list')
  expect(json).toEqual([
    expect.objectContaining({ delivery_id: 'two' }),
    {
      ...{ delivery_id: 'one', type: 'user.deleted', user_id: 'user-one', url: 'https://127.0.0.1:1/told' },
      ...{ state: 'given_up', attempts: 3, answer: 'It answered 500.' },
      ...{ happened_at: timeOf(recently - 1_000), attempted_at: timeOf(recently) },
    },
  ])
  expect(text).toBe(
    [
      `two  ${timeOf(recently + 1_000)}  user.deleted  given_up  It answered 500.`,
      `one  ${timeOf(recently)}  user.deleted  given_up  It answered 500.`,
    ].join('\n'),
  )
  expect((await run('webhook list --limit 1')).json).toMatchObject([{ delivery_id: 'two' }])
})

test('retrying a webhook call is logged', async () => {
  const { run, refusal, noted, deliver, configure, db } = await withDeliveries()
  await configure({ userEventsUrl: null })
  await deliver('one', recently)
  await deliver('other', recently, 'another-project')
  for (const unknown of ['two', 'other']) {
    expect(await refusal(`webhook replay ${unknown}`)).toEqual([
      1,
      `No delivery with ID ${unknown}. List them with \`webhook list\`.`,
    ])
  }
  expect(await run('webhook replay one')).toMatchObject({ json: { replayed: 'one' }, text: 'Redelivery scheduled.' })
  await nothingOnItsWay(db)
  expect(await noted()).toEqual([
    { action: 'webhook.replayed', actor: 'operator:eve@desk', user_id: null, details: { delivery_id: 'one' } },
  ])
})
