import { createHash } from 'node:crypto'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { webhookKeyOf, webhookSecretOf } from '@corroborate/server-kit/webhooks'
import { describe, expect, test } from 'vitest'
import { commandsUnderTest } from './testing/index.ts'

type Entry = { action: string; user_id: string | null }

describe('audit command', () => {
  test('audit shows the newest entries first, up to a limit', async () => {
    const { run, publicToken } = await commandsUnderTest()
    expect(await run('audit')).toMatchObject({ json: [], text: 'Nothing yet.' })
    for (const minutes of [1, 2, 3]) {
      await run(`project set ${publicToken} --passcode-minutes ${minutes}`)
    }
    const { json, text } = await run('audit')
    expect(json).toHaveLength(3)
    expect(text.split('\n')).toHaveLength(3)
    expect(text).toMatch(/^\S+Z {2}project\.changed {2}- {2}by operator:eve@desk {2}\{/)
    expect((await run('audit --limit 1')).json).toEqual((json as Entry[]).slice(0, 1))
  })

  test('audit filters by user, even a deleted one', async () => {
    const { run, addUser } = await commandsUnderTest()
    const { userId } = await addUser('ada@example.org')
    await addUser('bob@example.org')
    for (const name of ['ada', 'bob']) await run(`user role add ${name}@example.org moderator`)
    const of = async (who: string) => ((await run(`audit --user ${who}`)).json as Entry[]).map(({ user_id }) => user_id)
    expect(await of('ada@example.org')).toEqual([userId])
    expect(await of(`bob@example.org --user ${userId}`)).toEqual([userId])
    await run('user delete ada@example.org')
    expect(await of(userId)).toEqual([userId, userId])
    expect(await of('ada@example.org')).toEqual([])
  })

  test('audit filters by action and start time', async () => {
    const { run, refusal, addUser } = await commandsUnderTest()
    await addUser('ada@example.org')
    await run('user role add ada@example.org moderator')
    await run('user delete ada@example.org')
    const actions = async (words: string) => ((await run(`audit ${words}`)).json as Entry[]).map(({ action }) => action)
    expect(await actions('--action user.deleted')).toEqual(['user.deleted'])
    expect(await actions('--action user.deleted --action user.roles_changed')).toEqual(['user.roles_changed'])
    expect(await actions('--since 2020-01-01')).toHaveLength(2)
    expect(await actions('--since 2020-01-01 --since 2999-01-01')).toEqual([])
    expect(await refusal('audit --since yesterday')).toEqual([1, '"yesterday" is not a time.'])
  })

  test('audit filters by project', async () => {
    const { run, publicToken } = await commandsUnderTest()
    const { json } = await run('project create Journal')
    const { public_token } = json as { public_token: string }
    expect((await run(`audit --project ${public_token}`)).json).toMatchObject([{ action: 'project.created' }])
    expect((await run(`audit --project ${publicToken}`)).json).toEqual([])
  })
})

/** Lines of a log that left, each with its hash. */
const linesOf = (count: number) => {
  const lines: { text: string; seq: number; hash: string }[] = []
  for (let seq = 1; seq <= count; seq++) {
    const prev = lines.at(-1)?.hash ?? '0'.repeat(64)
    const body = JSON.stringify({ seq, prev, action: 'user.deleted' })
    const hash = createHash('sha256').update(body).digest('hex')
    lines.push({ text: `${body.slice(0, -1)},"hash":"${hash}"}`, seq, hash })
  }
  return lines
}

describe('exported audit log verification', () => {
  const lines = linesOf(3)
  const [one, two, three] = lines.map(({ text }) => text)
  const fine = 'Verified: no missing or modified lines.'

  const withLog = async () => {
    const provider = await commandsUnderTest()
    const reach = async (seq: number, hash: string = lines[seq - 1]?.hash ?? '0'.repeat(64)) => {
      await provider.db.deleteFrom('audit_chain').execute()
      await provider.db.insertInto('audit_chain').values({ name: 'head', seq, hash }).execute()
    }
    const verify = (...texts: (string | undefined)[]) =>
      provider.run('audit verify log.jsonl', { files: { 'log.jsonl': texts.join('\n') } })
    return { ...provider, reach, verify }
  }

  test('an export ending at the newest entry verifies', async () => {
    const { verify, reach } = await withLog()
    await reach(3)
    expect(await verify(one, two, three)).toMatchObject({
      code: 0,
      json: { lines: 3, first: 1, last: { seq: 3, hash: lines[2]?.hash }, findings: [] },
      text: `3 lines, entries 1 to 3.\n${fine}`,
    })
    expect(await verify(three)).toMatchObject({ text: `1 line, entries 3 to 3.\n${fine}` })
  })

  test('an export verifies as far as the database can confirm', async () => {
    const { verify, reach } = await withLog()
    const whole = `3 lines, entries 1 to 3.\n${fine}`
    expect((await verify()).text).toBe(`0 lines.\n${fine}`)
    expect((await verify(one, two, three)).text).toBe(whole)
    await reach(0)
    expect((await verify()).text).toBe(`0 lines.\n${fine}`)
    expect((await verify(one, two, three)).text).toBe(whole)
    await reach(2)
    expect((await verify(one, two, three)).text).toBe(whole)
  })

  test('lines missing at the end of an export are detected', async () => {
    const { verify, reach } = await withLog()
    await reach(3)
    expect(await verify(one, two)).toMatchObject({
      code: 1,
      said: '2 lines, entries 1 to 2.\nThe log continues to entry 3, but the file ends at 2.',
    })
    expect(await verify()).toMatchObject({
      code: 1,
      said: '0 lines.\nThe log continues to entry 3, but the file holds none of it.',
    })
  })

  test('an export ending in an altered entry is detected', async () => {
    const { verify, reach } = await withLog()
    await reach(3, 'f'.repeat(64))
    expect(await verify(one, two, three)).toMatchObject({
      code: 1,
      said: '3 lines, entries 1 to 3.\nEntry 3 does not match the stored log.',
    })
  })

  test('every invalid line of an export is listed', async () => {
    const { verify, reach } = await withLog()
    await reach(4, 'f'.repeat(64))
    expect(await verify('hello', one, three)).toMatchObject({
      code: 1,
      said: [
        '2 lines, entries 1 to 3.',
        'line 1 is no line of the audit log',
        'line 3 comes after a gap: entry 2 is missing',
        'The log continues to entry 4, but the file ends at 3.',
      ].join('\n'),
    })
  })

  test('a missing export file is reported', async () => {
    const { refusal } = await withLog()
    expect(await refusal('audit verify /nowhere')).toEqual([1, '/nowhere cannot be read (ENOENT).'])
  })
})

test('webhook receivers verify audit calls with a secret', async () => {
  const { run, settings } = await commandsUnderTest()
  const secret = webhookSecretOf(webhookKeyOf(openCallerSecrets(settings)[0] ?? '', 'the audit log'))
  expect(await run('audit secret')).toMatchObject({ json: { secret }, text: secret })
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
})
