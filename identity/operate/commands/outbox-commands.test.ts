import { describe, expect, test } from 'vitest'
import { magicLinkMail } from '../../delivery/index.ts'
import { readMailbox } from '../../testing/index.ts'
import { letterView } from './outbox-commands.ts'
import { commandsUnderTest } from './testing/index.ts'

const at = Date.UTC(2026, 0, 31, 8)

describe('dead letter', () => {
  const letter = { id: 'job-1', kind: 'message', key: null, attempts: 3, last_error: 'SMTP 550', enqueued_at: at }

  test('a dead letter is shown without its message content', () => {
    const payload = JSON.stringify({
      ...{ channel: 'email', to: 'ada@example.org', expiresAt: at + 1_000 },
      ...{ text: 'SECRET', content: { template: 'magic-link', link: 'SECRET' } },
    })
    expect(letterView({ ...letter, payload })).toEqual({
      ...{ job_id: 'job-1', kind: 'message', template: 'magic-link', channel: 'email', to: 'ada@example.org' },
      ...{ attempts: 3, error: 'SMTP 550', asked_at: '2026-01-31T08:00:00.000Z' },
      expires_at: '2026-01-31T08:00:01.000Z',
    })
  })

  test.each(['null', '{"to":"ada@example.org"}', '{"expiresAt":null}'])(
    'a dead letter need not be a message (%s)',
    payload => {
      expect(letterView({ ...letter, last_error: null, payload })).toEqual({
        ...{ job_id: 'job-1', kind: 'message', attempts: 3, error: null },
        ...{ asked_at: '2026-01-31T08:00:00.000Z', expires_at: null },
      })
    },
  )

  test('a job with a deadline of zero is shown as expired at that time', () => {
    expect(letterView({ ...letter, payload: '{"expiresAt":0}' }).expires_at).toBe('1970-01-01T00:00:00.000Z')
  })
})

/** A while ago, but not so long that it is forgotten. */
const recently = Date.now() - 60_000
const asked = new Date(recently).toISOString()

const withOutbox = async () => {
  const provider = await commandsUnderTest()
  const owner = await provider.project()
  const giveUp = async (
    id: string,
    {
      error = 'SMTP 550' as string | null,
      due = 1,
      expiresAt = Date.now() + 60_000,
      kind = 'message',
      payload = '',
    } = {},
  ) => {
    const link = 'https://a.example/?token=SECRET'
    const mail = magicLinkMail({ project: owner, to: `${id}@example.org`, link, expiresAt })
    await provider.db
      .insertInto('outbox')
      .values({
        ...{ id, kind, state: 'dead', attempts: 1, claim: null, key: null, due_at: due, enqueued_at: recently },
        ...{ payload: payload || JSON.stringify(mail), last_error: error },
      })
      .execute()
  }
  return { ...provider, giveUp }
}

describe('dead letter list', () => {
  test('dead letters are listed newest first', async () => {
    const { run, giveUp } = await withOutbox()
    expect(await run('outbox list')).toMatchObject({ json: [], text: 'No failed jobs.' })
    await giveUp('one')
    await giveUp('two', { due: 2, error: null })
    await giveUp('three', { due: 3, kind: 'session-ended', payload: '{}', error: 'gone' })
    const { json, text } = await run('outbox list')
    expect(json).toMatchObject([{ job_id: 'three' }, { job_id: 'two', template: 'magic-link' }, { job_id: 'one' }])
    expect(text).toBe(
      [
        `three  ${asked}  session-ended  gone`,
        `two  ${asked}  magic-link (email) to two@example.org  `,
        `one  ${asked}  magic-link (email) to one@example.org  SMTP 550`,
      ].join('\n'),
    )
    expect((await run('outbox list --limit 2')).json).toHaveLength(2)
  })

  test('dead letters are retried one by one', async () => {
    const provider = await withOutbox()
    const { run, refusal, noted, giveUp } = provider
    await giveUp('one')
    await giveUp('two')
    expect(await run('outbox retry one')).toMatchObject({ json: { retried: ['one'] }, text: 'Retrying 1 job.' })
    const [mail] = await readMailbox(provider, 'one@example.org')
    expect(mail.links).toEqual(['https://a.example/?token=SECRET'])
    expect((await run('outbox list')).json).toMatchObject([{ job_id: 'two' }])
    expect(await refusal('outbox retry three')).toEqual([
      1,
      'No failed job with ID three. List them with `outbox list`.',
    ])
    expect(await noted()).toEqual([
      { action: 'outbox.retried', actor: 'operator:eve@desk', user_id: null, details: { jobs: 1 } },
    ])
  })

  test('all dead letters are retried at once', async () => {
    const { run, noted, giveUp } = await withOutbox()
    expect(await run('outbox retry all')).toMatchObject({ json: { retried: [] }, text: 'Retrying 0 jobs.' })
    const ids = Array.from({ length: 51 }, (_, n) => `job${n}`)
    for (const id of ids) await giveUp(id)
    const { json, text } = await run('outbox retry all')
    expect((json as { retried: string[] }).retried.toSorted()).toEqual(ids.toSorted())
    expect(text).toBe('Retrying 51 jobs.')
    expect((await noted()).map(({ details }) => details)).toEqual([{ jobs: 0 }, { jobs: 51 }])
  })
})

test('undelivered SMS are listed newest first', async () => {
  const { run, db, project } = await commandsUnderTest()
  expect(await run('text list')).toMatchObject({ json: [], text: 'No undelivered messages.' })
  const { id } = await project()
  const common = { method_id: 'phone-1', channel: 'sms', project_id: id, updated_at: recently } as const
  await db
    .insertInto('texts')
    .values([
      { ...common, text_id: 'one', state: 'undelivered', reason: 'Twilio 30003', asked_at: recently },
      { ...common, text_id: 'two', state: 'undelivered', reason: null, asked_at: recently + 1_000 },
    ])
    .execute()
  const { json, text } = await run('text list')
  const [one, two] = [asked, new Date(recently + 1_000).toISOString()]
  expect(json).toMatchObject([
    { text_id: 'two', asked_at: two, reason: null },
    { text_id: 'one', asked_at: one, channel: 'sms', method_id: 'phone-1', reason: 'Twilio 30003' },
  ])
  expect(text).toBe(`${two}  sms  phone-1  \n${one}  sms  phone-1  Twilio 30003`)
  expect((await run('text list --limit 1')).json).toMatchObject([{ text_id: 'two' }])
})
