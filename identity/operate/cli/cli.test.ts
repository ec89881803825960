import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readSettings } from '@corroborate/server-kit/settings'
import { jwksPath } from '@corroborate/wire/session-jwt'
import { decodeProtectedHeader } from 'jose'
import { TOTP } from 'otpauth'
import { describe, expect, onTestFinished, test } from 'vitest'
import { publishedBefore } from '../../accounts/sessions/index.ts'
import { magicLinkMail } from '../../delivery/index.ts'
import { findPassword } from '../../factors/passwords/index.ts'
import { identityUnderTest, nothingOnItsWay, readMailbox } from '../../testing/index.ts'
import { findUserId } from '../commands/index.ts'
import { runCli } from './run-cli.ts'

/** A running provider and its command line, both on one database. */
const withCli = async () => {
  const identity = await identityUnderTest()
  const run = async (line: string, stdin = '') => {
    const printed = { out: '', err: '' }
    // Splits words at spaces; ␣ represents a space within a word.
    const words = line.split(' ').map(word => word.replaceAll('␣', ' '))
    const code = await runCli(words, () => identity.settings, {
      stdin: Readable.from([stdin]),
      out: text => {
        printed.out += text
      },
      err: text => {
        printed.err += text
      },
    })
    return { code, ...printed, json: () => JSON.parse(printed.out) }
  }
  return { ...identity, run }
}

describe('help', () => {
  test('help lists every command and its flags', async () => {
    const { run } = await withCli()
    const overview = await run('--help')
    expect(overview.code).toBe(0)
    for (const command of ['project create', 'project set', 'user import', 'keys rotate', 'impersonate', 'audit']) {
      expect(overview.out).toContain(command)
    }
    expect((await run('project set --help')).out).toContain('--allow-origin <URL>')
    expect((await run('help user')).out).not.toContain('keys rotate')
  })

  test('an unknown command points to the help', async () => {
    const { run } = await withCli()
    for (const [line, reason] of [
      ['projekt create', "Unknown command 'projekt'."],
      ['project', 'Name one of these commands.'],
      ['project list extra', "Too many arguments for 'list'. Expected 0 arguments but got 1: extra."],
      ['project create', "Missing required argument 'NAME'."],
      [`project create ${'x'.repeat(101)}`, 'one line of at most 100 characters'],
      ['project create two␣lines\nand␣a␣Bcc:', 'one line of at most 100 characters'],
      ['project create ␣', "invalid for argument 'NAME'. It is empty."],
      ['user list --limit 0', '--limit 0: must be a whole number from 1 to 999999.'],
      ['project set token --colour red', "Unknown option '--colour'."],
    ] as const) {
      const { code, out, err } = await run(line)
      expect([line, code, out]).toEqual([line, 2, ''])
      expect(err).toContain(reason)
      expect(err).toMatch(/--help/)
    }
  })

  test('--json is accepted in any position', async () => {
    const { run, publicToken } = await withCli()
    for (const line of ['--json project list', 'project --json list', 'project list --json']) {
      expect((await run(line)).json()).toMatchObject([{ public_token: publicToken }])
    }
  })
})

test('operators set a user events URL and its signing secret', async () => {
  const { run, publicToken } = await withCli()
  const url = 'https://app.example.org/told'
  expect((await run(`project set ${publicToken} --user-events-url ${url} --json`)).json()).toMatchObject({
    settings: { userEventsUrl: url },
  })
  expect((await run('project show')).out).toContain(url)
  const { secret } = (await run('project events-secret --json')).json()
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const other = (await run('project create Other --json')).json()
  expect((await run(`project events-secret ${other.public_token} --json`)).json().secret).not.toBe(secret)
  expect((await run(`project set ${publicToken} --user-events-url none --json`)).json()).toMatchObject({
    settings: { userEventsUrl: null },
  })
  const refused = await run(`project set ${publicToken} --user-events-url http://app.example.org/told`)
  expect([refused.code === 0, refused.err]).toEqual([false, expect.stringContaining('https')])
})

describe('read-only command', () => {
  const reading = [
    'project list',
    'project show',
    'project events-secret',
    'user list',
    'user show nobody',
    'audit',
    'outbox list',
    'text list',
  ]
  const silent = { stdin: Readable.from([]), out: () => {}, err: () => {} }

  test.each(reading)('a read-only command changes nothing, even without the server’s settings (%s)', async line => {
    const provider = await identityUnderTest({ SITE_ORIGIN: 'http://localhost:7777' })
    const rows = async () => [
      await provider.db.selectFrom('projects').selectAll().execute(),
      await provider.db.selectFrom('audit_log').selectAll().execute(),
    ]
    const before = await rows()
    // Without `.env`, the command only knows the data folder.
    const without = readSettings({ DATA_DIR: provider.settings.dataDir })
    await runCli(line.split(' '), () => without, silent)
    expect(await rows()).toEqual(before)

    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: 'ada@example.org' })
    const [{ links }] = await readMailbox(provider, 'ada@example.org')
    expect(links[0]).toMatch(/^http:\/\/localhost:7777\//)
  })

  test('a read-only command before the first start reports what is missing and creates no files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'identity-cli-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    let said = ''
    const err = (text: string) => {
      said += text
    }
    expect(await runCli(['project', 'list'], () => readSettings({ DATA_DIR: folder }), { ...silent, err })).toBe(1)
    expect(said).toContain(`There is no data of "identity" in SQLite ${join(folder, 'identity.db')}`)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('projects', () => {
  test('a created project accepts requests from its pages at once', async () => {
    const { run, app, sdkOf } = await withCli()
    const made = await run(
      'project create My␣page --allow-origin http://localhost:8080 --allow-redirect http://localhost:8080/ --json',
    )
    const { public_token, settings } = made.json()
    expect(settings).toMatchObject({
      allowedOrigins: ['http://localhost:8080'],
      redirectUrls: { login: ['http://localhost:8080/'], reset_password: ['http://localhost:8080/'] },
    })
    const { status, data } = await sdkOf(public_token)('GET', `/projects/bootstrap/${public_token}`, undefined, {
      headers: { Origin: 'http://localhost:8080' },
    })
    expect([status, data.project_name]).toEqual([200, 'My page'])
    const preflight = { method: 'OPTIONS', headers: { Origin: 'http://localhost:8080' } }
    const answered = async () => (await app.request('/sdk/v1/users/me', preflight)).status
    await expect.poll(answered).toBe(204)
    expect((await run('project list')).out).toContain('My page')
  })

  test('a running server picks up project changes', async () => {
    const { run, sdk, publicToken } = await withCli()
    await sdk('GET', `/projects/bootstrap/${publicToken}`)
    const flags = '--name Journal --pkce-magic-links on --password-policy luds --luds-minimum 10 --watermark on'
    expect((await run(`project set ${publicToken} ${flags} --role editor=Edits --sms-country CH`)).code).toBe(0)
    const settings = async () => (await sdk('GET', `/projects/bootstrap/${publicToken}`)).data
    await expect.poll(settings).toMatchObject({
      project_name: 'Journal',
      pkce_required_for_email_magic_links: true,
      password_config: { luds_minimum_count: 10, luds_complexity: 3 },
      disable_sdk_watermark: false,
    })
  })

  test.each([
    ['--allow-origin ftp://x', 'one origin such as'],
    ['--allow-origin http://example.org', 'one origin such as'],
    ['--allow-origin https://*.example.org', 'one origin such as'],
    ['--allow-redirect https://*.example.org/in', 'one https URL'],
    ['--allow-redirect https://example.org/#', 'one https URL'],
    ['--allow-redirect nonsense', 'not a URL'],
    ['--watermark maybe', 'on or off'],
    ['--password-policy none', 'zxcvbn or luds'],
    ['--jwt-algorithm HS256', 'RS256 or ES256'],
    ['--jwt-algorithm none', 'RS256 or ES256'],
    ['--locale fr', 'en, de, es'],
    ['--luds-complexity 5', 'from 1 to 4'],
    ['--passcode-minutes 11', 'from 1 to 10'],
    ['--magic-link-minutes 1.5', 'whole number'],
    ['--sms-country switzerland', 'is not a country'],
    ['--sms-country ZZ', 'is not a country'],
    ['--role Big␣Boss', 'role'],
    ['--remove-role stytch_user', 'role of everybody'],
  ])('project settings with %s are rejected by name and change nothing', async (flags, reason) => {
    const { run, publicToken, project } = await withCli()
    const before = await project()
    const { code, err } = await run(`project set ${publicToken} --name Other ${flags}`)
    expect(code).toBe(2)
    expect(err).toContain(`${flags.replaceAll('␣', ' ')}: `)
    expect(err).toContain(reason)
    expect(await project()).toEqual(before)
  })

  test('the invalid one of several values is named', async () => {
    const { run, publicToken } = await withCli()
    const { err } = await run(`project set ${publicToken} --allow-origin https://a.example --allow-origin b`)
    expect(err).toContain('--allow-origin b: is not a URL.')
  })

  test('project set without options is rejected', async () => {
    const { run, publicToken } = await withCli()
    expect(await run(`project set ${publicToken}`)).toMatchObject({ code: 2 })
    expect((await run('audit')).out).toBe('Nothing yet.\n')
  })

  test('a role in use cannot be removed', async () => {
    const { run, publicToken, addUser } = await withCli()
    await addUser('ada@example.org')
    await run('user role add ada@example.org moderator')
    const refused = await run(`project set ${publicToken} --remove-role moderator`)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('One user of Corroborate')])
    await run('user role remove ada@example.org moderator')
    expect((await run(`project set ${publicToken} --remove-role moderator`)).code).toBe(0)
  })

  test('an unknown project is reported', async () => {
    const { run } = await withCli()
    expect((await run('project show nobody')).err).toContain('No project with token nobody')
  })
})

describe('users', () => {
  test('users gain and lose the moderator role, in open sessions too', async () => {
    const { run, sdk, addUser, signIn } = await withCli()
    const { session_token: session } = await signIn((await addUser('ada@example.org')).userId)
    const rolesOf = async () => (await sdk('POST', '/sessions/authenticate', {}, { session })).data.user
    expect((await run('user role add Ada@example.org moderator')).code).toBe(0)
    expect(await rolesOf()).toMatchObject({ roles: ['stytch_user', 'moderator'] })
    expect((await run('user role list moderator')).out).toContain('ada@example.org')
    expect((await run('user role list mod_rator')).out).toContain('Nobody yet.')
    expect((await run('audit --action user.roles_changed')).out).toContain('user.roles_changed')
    expect((await run('user role remove ada@example.org moderator')).code).toBe(0)
    expect(await rolesOf()).toMatchObject({ roles: ['stytch_user'] })
    expect((await run('user role add ada@example.org king')).err).toContain('has no role king')
  })

  test('users are shown, listed, and deleted with their sessions', async () => {
    const { run, sdk, addUser, signIn } = await withCli()
    const { session_token: session } = await signIn((await addUser('ada@example.org')).userId)
    expect((await run('user show ada@example.org --json')).json().emails).toHaveLength(1)
    expect((await run('user list')).out).toContain('ada@example.org')
    expect((await run('user delete ada@example.org')).code).toBe(0)
    expect((await sdk('GET', '/users/me', undefined, { session })).json.error_type).toBe('session_not_found')
    expect((await run('user show ada@example.org')).code).toBe(1)
  })

  test('removing an authenticator app for a user notifies them', async () => {
    const { run, sdk, addUser, signIn, clock, db, app, settings } = await withCli()
    const { userId } = await addUser('ada@example.org')
    expect((await run('user authenticator remove ada@example.org')).err).toContain('has no authenticator app')
    const { session_token: session } = await signIn(userId)
    const made = await sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
    const totp_code = new TOTP({ secret: String(made.data.secret) }).generate({ timestamp: clock.now })
    await sdk('POST', '/totps/authenticate', { totp_code, session_duration_minutes: 60 }, { session })
    expect((await signIn(userId)).session.custom_claims).toEqual({ second_factor: 'owed' })
    const removed = await run('user authenticator remove ada@example.org')
    expect(removed).toMatchObject({ code: 0, out: expect.stringContaining('without an authenticator app') })
    expect((await signIn(userId)).session.custom_claims).toEqual({})
    expect((await run('audit --action totp.deleted')).out).toContain('operator:')
    await nothingOnItsWay(db)
    const [newest] = await readMailbox({ app, settings }, 'ada@example.org', 2)
    expect(newest.subject).toContain('The authenticator app was removed')
  })

  test('users are imported line by line, with a reason for each failure', async () => {
    const { run, db, project } = await withCli()
    const lines = [
      { email: 'bcrypt@example.org', password_hash: `$2b$10$${'a'.repeat(53)}`, roles: ['moderator'] },
      { email: 'django@example.org', password_hash: 'pbkdf2_sha256$1000$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      { phone_number: '+41446681800', name: { first_name: 'Ada' }, created_at: '2020-01-31T00:00:00Z' },
      { email: 'BCRYPT@example.org' },
      { email: 'md5@example.org', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
      { email: 'king@example.org', roles: ['king'] },
      {},
      { email: 'a@example.org', admin: true },
      { email: 'b@example.org', phone_number: '+41446681801', phone_number_verified: false },
    ].map(user => JSON.stringify(user))
    const { json } = await run('user import - --json', [...lines, 'no json', ''].join('\n'))
    expect(json().imported).toBe(3)
    expect(json().skipped.map(({ line }: { line: number }) => line)).toEqual([4, 5, 6, 7, 8, 9, 10])
    const { id } = await project()
    const passwordOf = async (address: string) => findPassword(db, id, (await findUserId(db, id, address)) ?? '')
    expect(await passwordOf('bcrypt@example.org')).toMatchObject({ scheme: 'bcrypt' })
    expect(await passwordOf('django@example.org')).toMatchObject({
      scheme: 'pbkdf2',
      hash: '$pbkdf2-sha256$i=1000$c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    })
  })

  test('importing a missing file is reported', async () => {
    const { run } = await withCli()
    expect(await run('user import /nowhere.jsonl')).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') })
  })
})

describe('impersonation', () => {
  test('impersonation opens one short, marked session without changing the user', async () => {
    const { run, sdk, addUser, signIn, clock, db } = await withCli()
    const { userId, emailId } = await addUser('ada@example.org')
    await signIn(userId)
    const before = await db.selectFrom('users').select(['updated_at', 'signed_in_at']).executeTakeFirst()
    expect((await run('impersonate ada@example.org')).err).toContain('--reason')
    const asked = await run('impersonate ada@example.org --reason ticket␣7 --by help@example.org --json')
    const body = { impersonation_token: asked.json().impersonation_token }
    const { data } = await sdk('POST', '/impersonation/authenticate', body)
    expect(data).not.toHaveProperty('__user')
    expect(data.session).toMatchObject({
      user_id: userId,
      authentication_factors: [
        { type: 'impersonated', impersonated_factor: { impersonator_email_address: 'help@example.org' } },
      ],
    })
    expect((await sdk('POST', '/impersonation/authenticate', body)).json.error_type).toBe(
      'unable_to_auth_impersonation_token',
    )
    const session = String(data.session_token)
    const deletion = await sdk('DELETE', `/users/emails/${emailId}`, undefined, { session })
    expect(deletion.json.error_type).toBe('session_not_mutable_impersonated')
    expect(await db.selectFrom('users').select(['updated_at', 'signed_in_at']).executeTakeFirst()).toEqual(before)
    clock.now += 30 * 60_000
    await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 600 }, { session })
    clock.now += 30 * 60_000
    expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(401)
    const { out } = await run('audit --user ada@example.org')
    expect(out).toContain('impersonation.requested')
    expect(out).toContain('ticket 7')
    // The operator's actions while impersonating are not attributed to the user.
    expect(out).toMatch(/session\.issued {2}\S+ {2}by operator:help@example\.org {2}impersonated\/impersonation/)
  })
})

describe('dead letters', () => {
  const wanting = async () => {
    const provider = await withCli()
    const { db } = provider
    const project = await provider.project()
    const job = { kind: 'message', state: 'dead', attempts: 1, claim: null, key: null } as const
    const mail = magicLinkMail({
      project,
      to: 'bob@example.org',
      link: 'https://a.example/?token=SECRET',
      expiresAt: Date.now() + 60_000,
    })
    const times = { due_at: 1, enqueued_at: Date.now() }
    await db
      .insertInto('outbox')
      .values({ id: 'job-1', ...job, ...times, payload: JSON.stringify(mail), last_error: 'SMTP 550' })
      .execute()
    return provider
  }

  test('a dead letter is shown without its links and codes', async () => {
    const { run } = await wanting()
    const { out, code } = await run('outbox list')
    expect(code).toBe(0)
    expect(out).toMatch(/^job-1 .* magic-link \(email\) to bob@example\.org {2}SMTP 550\n$/)
    expect(`${out}${(await run('outbox list --json')).out}`).not.toContain('SECRET')
  })

  test('a dead letter retried by the operator is delivered', async () => {
    const provider = await wanting()
    const { run, db } = provider
    expect(await run('outbox retry job-2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No failed job with ID job-2'),
    })
    expect((await run('outbox retry job-1 --json')).json()).toEqual({ retried: ['job-1'] })
    expect((await readMailbox(provider, 'bob@example.org'))[0].links).toEqual(['https://a.example/?token=SECRET'])
    await nothingOnItsWay(db)
    expect((await run('outbox list')).out).toBe('No failed jobs.\n')
    expect((await run('outbox retry all')).out).toBe('Retrying 0 jobs.\n')
    expect((await run('audit --action outbox.retried --json')).json()).toHaveLength(2)
  })

  test('a failed SMS is listed with its reason', async () => {
    const { run, db, project, clock } = await withCli()
    expect((await run('text list')).out).toBe('No undelivered messages.\n')
    const { id } = await project()
    const text = { text_id: 't', method_id: 'phone-number-test-1', channel: 'sms', state: 'undelivered' } as const
    const row = {
      ...text,
      project_id: id,
      reason: 'Twilio undelivered 30003',
      asked_at: clock.now,
      updated_at: clock.now,
    }
    await db.insertInto('texts').values(row).execute()
    expect((await run('text list')).out).toBe(
      `${new Date(clock.now).toISOString()}  sms  phone-number-test-1  Twilio undelivered 30003\n`,
    )
  })
})

describe('the audit log', () => {
  test('the audit log names the command-line operator and the new values', async () => {
    const { run, publicToken } = await withCli()
    await run(`project set ${publicToken} --passcode-minutes 7`)
    expect((await run('audit --json')).json()).toMatchObject([
      {
        action: 'project.changed',
        actor: expect.stringMatching(/^operator:.+@.+/),
        details: { 'passcode-minutes': ['7'] },
        user_id: null,
      },
    ])
  })

  test('the audit log names the factors a user proved', async () => {
    const { run, sdk, addUser, signIn } = await withCli()
    const { userId } = await addUser('ada@example.org')
    const { session_token: session } = await signIn(userId)
    await sdk('PUT', '/users/me', { name: { first_name: 'Ada' } }, { session })
    expect((await run('audit --action user.updated --json')).json()).toMatchObject([
      { actor: userId, user_id: userId, factor: 'password/knowledge', details: { fields: ['name'] } },
    ])
  })
})

describe('keys', () => {
  test('keys are rotated on a running server', async () => {
    const { run, addUser, signIn, clock } = await withCli()
    const { userId } = await addUser('ada@example.org')
    const kidOf = async () => {
      const [head = ''] = (await signIn(userId)).session_jwt.split('.')
      return JSON.parse(Buffer.from(head, 'base64url').toString()).kid
    }
    await kidOf()
    const { kid, published } = (await run('keys rotate --json')).json()
    expect(published).toHaveLength(2)
    clock.now = Date.now() + publishedBefore
    await expect.poll(kidOf).toBe(kid)
  })

  test('keys use the chosen algorithm and keep it when rotated', async () => {
    const { run, app, publicToken, project, addUser, signIn, clock } = await withCli()
    const passMinute = () => {
      clock.now = Date.now() + publishedBefore
    }
    const { userId } = await addUser('ada@example.org')
    const algorithmOf = async () => decodeProtectedHeader((await signIn(userId)).session_jwt).alg
    const published = async (id: string): Promise<string[]> => {
      const { keys } = await (await app.request(jwksPath(id))).json()
      return keys.map(({ alg }: { alg: string }) => alg)
    }
    expect(await algorithmOf()).toBe('RS256')
    expect((await run(`project show ${publicToken}`)).out).toMatch(/JWT algorithm +RS256/)
    expect((await run(`project set ${publicToken} --jwt-algorithm ES256`)).out).toMatch(/JWT algorithm +ES256/)
    passMinute()
    await expect.poll(algorithmOf).toBe('ES256')
    const { id } = await project()
    expect(await published(id)).toEqual(['ES256', 'RS256'])
    await run('keys rotate')
    expect(await algorithmOf()).toBe('ES256')
    expect((await run(`project set ${publicToken} --jwt-algorithm ES256`)).code).toBe(0)
    expect(await published(id)).toEqual(['ES256', 'ES256', 'RS256'])
    await run(`project set ${publicToken} --jwt-algorithm RS256`)
    passMinute()
    await expect.poll(algorithmOf).toBe('RS256')

    const made = (await run('project create Journal --jwt-algorithm ES256 --json')).json()
    expect(await published(made.project_id)).toEqual(['ES256'])
  })

  test('compromised keys are revoked', async () => {
    const { run, app, project } = await withCli()
    const { id } = await project()
    expect((await run('keys rotate --help')).out).toContain('--revoke-old')
    expect((await run('keys rotate')).out).toContain('2 keys are published')
    const { kid, published } = (await run('keys rotate --revoke-old --json')).json()
    expect(published).toEqual([kid])
    const { keys } = await (await app.request(jwksPath(id))).json()
    expect(keys).toMatchObject([{ kid }])
    expect((await run('audit --action keys.rotated --limit 1 --json')).json()).toMatchObject([
      { details: { kid, old_revoked: true } },
    ])
  })
})
