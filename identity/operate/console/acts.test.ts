import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openFakeUpstream, registered } from '../../factors/oauth/testing/index.ts'
import { openFakeServices, openIdentity, registeredAtServices } from '../../testing/index.ts'
import { commands } from '../commands/index.ts'
import { acts } from './act-form.ts'
import { mayDo } from './run-act.ts'
import { type ConsoleVisitor, fillProject, openConsole } from './testing/index.ts'

const ada = 'ada@example.org'

/** Console pages for the output of read commands. */
const shownOn: Readonly<Record<string, string>> = {
  'project list': '/console/projects',
  'project show': '/console/projects/TOKEN',
  'project provider list': '/console/projects/TOKEN/providers',
  'user list': '/console/projects/TOKEN/users',
  'user search': '/console/projects/TOKEN/users?q=carl',
  'user role list': '/console/projects/TOKEN/users?role=moderator',
  'user show': '/console/projects/TOKEN/users/USER',
  'user sessions': '/console/projects/TOKEN/users/USER',
  'app list': '/console/projects/TOKEN/apps',
  'app show': '/console/projects/TOKEN/apps/APP',
  audit: '/console/projects/TOKEN/audit',
  'outbox list': '/console/outbox',
  'text list': '/console/projects/TOKEN/texts',
  'webhook list': '/console/projects/TOKEN/webhooks',
  'admin list': '/console/administrators',
}

/** Commands that the console has no place for, each with why. There is none. */
const withoutPlace: Readonly<Record<string, string>> = {}

/** Every page that an administrator comes to by links from the overview. */
const crawl = async (visitor: ConsoleVisitor, first: readonly string[]) => {
  const pages = new Map<string, string>()
  const open = [...first]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const { status, html } = await visitor.get(path)
    expect([path, status]).toEqual([path, 200])
    pages.set(path, html)
    for (const [, href = ''] of html.matchAll(/href="(\/console[^"]*)"/g)) {
      const link = href.replaceAll('&amp;', '&')
      if (!link.includes('/assets/') && !/[?&](?:after|mail|locale)=/.test(link)) open.push(link)
    }
  }
  return pages
}

describe('console and command line', () => {
  let forms: Set<string>
  let pages: Map<string, string>
  let where: (path: string) => string
  let close: () => Promise<void>

  beforeAll(async () => {
    const provider = await openConsole({}, openIdentity)
    close = provider.close
    const filled = await fillProject(provider)
    const visitor = await provider.enter(ada)
    pages = await crawl(visitor, ['/console'])
    forms = new Set(
      [...pages.values()].flatMap(html => [...html.matchAll(/\/acts\/([a-z-]+)"/g)].map(([, name = '']) => name)),
    )
    where = path =>
      path.replace('TOKEN', provider.publicToken).replace('USER', filled.userId).replace('APP', filled.appId)
    for (const path of Object.values(shownOn)) {
      const { status, html } = await visitor.get(where(path))
      expect([path, status]).toEqual([path, 200])
      pages.set(where(path), html)
    }
  })

  afterAll(() => close())

  test('every command has a page or form in the console', () => {
    const missing = acts.filter(
      ({ words, name }) => !(words in shownOn) && !(words in withoutPlace) && !forms.has(name),
    )
    expect(missing.map(({ words }) => words)).toEqual([])
    expect(acts).toHaveLength(commands.length)
  })

  test('the console list names no removed commands', () => {
    const known = new Set(acts.map(({ words }) => words))
    expect([...Object.keys(shownOn), ...Object.keys(withoutPlace)].filter(words => !known.has(words))).toEqual([])
    // Only read commands have a page.
    expect(acts.filter(({ words, reads }) => words in shownOn && !reads)).toEqual([])
  })

  test.each(Object.entries(shownOn))('`%s` is on %s', (_, path) => {
    expect(pages.get(where(path))).toContain('<h1>')
  })
})

/** An application that hears calls. */
const startApplication = async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    text(request).then(body => {
      heard.push(body)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`, heard }
}

const open = async (settings: Record<string, string> = {}) => {
  const upstream = await openFakeUpstream()
  onTestFinished(upstream.close)
  const services = await openFakeServices()
  onTestFinished(services.close)
  const provider = await openConsole({
    OAUTH_PROVIDERS_URL: upstream.url,
    CAPTCHA_SERVICES_URL: services.url,
    ...settings,
  })
  const filled = await fillProject(provider)
  const visitor = await provider.enter(ada)
  const act = (name: string, values: Readonly<Record<string, string | Blob>> = {}) => {
    const isOfProject = acts.find(each => each.name === name)?.isOfProject
    return visitor.act(`${isOfProject ? provider.project : '/console'}/acts/${name}`, values)
  }
  const user = async (id = filled.userId) =>
    provider.core.users.read(provider.db, (await provider.ownProject()).id, id, provider.clock.now)
  return { ...provider, ...filled, visitor, act, user }
}

describe('owner in the console', () => {
  test('an owner creates a project and changes its settings, origins and keys', async () => {
    const { act, ownProject, project, visitor, audited, run } = await open()
    await act('project-create', { 'operand.0': 'Second', 'option.allow-origin': 'https://second.example.org' })
    expect((await visitor.get('/console/projects')).html).toContain('https://second.example.org')
    await act('project-set', {
      'option.name': 'Renamed',
      'option.locale': 'de',
      'option.allow-redirect': 'https://app.example.org/a\nhttps://app.example.org/b',
    })
    expect(await ownProject()).toMatchObject({ name: 'Renamed', locale: 'de' })
    expect((await ownProject()).redirectUrls.login).toEqual(
      expect.arrayContaining(['https://app.example.org/a', 'https://app.example.org/b']),
    )
    await act('project-set', { 'option.disallow-redirect': 'https://app.example.org/a' })
    expect((await visitor.get(`${project}/addresses`)).html).not.toContain('https://app.example.org/a<')
    await act('project-set', { 'option.disallow-origin': 'https://app.example.org' })
    expect((await ownProject()).allowedOrigins).toEqual(['http://localhost:5000'])

    const before = (await visitor.get(`${project}/keys`)).html.match(/jwk-[\w-]+/g) ?? []
    await act('keys-rotate', {})
    await act('keys-rotate', { 'option.revoke-old': 'on' })
    const [entry] = await audited('keys.rotated')
    expect(entry).toMatchObject({ actor: `operator:${ada}`, details: { reason: 'A ticket asks for it' } })
    expect(before).not.toContain((await audited('keys.rotated')).at(-1)?.details.kid)

    const shown = await act('project-events-secret', {})
    expect(shown.html).toContain((await run('project events-secret')).out.trim())
    expect(await audited('console.shown')).toEqual([
      expect.objectContaining({ details: { act: 'project events-secret', reason: 'A ticket asks for it' } }),
    ])
  })

  test('an owner configures social providers and the captcha', async () => {
    const { act, ownProject, project, visitor, audited } = await open()
    await act('project-provider-remove', { 'operand.0': 'google' })
    expect((await visitor.get(`${project}/providers`)).html).not.toContain('id-of-ours')
    const set = await act('project-provider-set', {
      'operand.0': 'google',
      'option.client-id': registered.clientId('google'),
      'option.client-secret': registered.clientSecret,
    })
    expect(set.html).toContain('Google accepted the client.')
    const wrong = await act('project-provider-set', {
      'operand.0': 'github',
      'option.client-id': registered.clientId('github'),
      'option.client-secret': 'wrong',
    })
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('Nothing was changed.')])
    const { teamId, keyId, privateKey } = registered.apple
    const apple = await act('project-provider-set', {
      'operand.0': 'apple',
      'option.client-id': registered.clientId('apple'),
      'option.team-id': teamId,
      'option.key-id': keyId,
      'option.key-file': new File([privateKey], 'AuthKey.p8'),
    })
    expect(apple.html).toContain('Apple accepted the client.')

    await act('project-captcha-remove', {})
    expect((await ownProject()).captcha).toBeNull()
    await act('project-captcha-set', {
      'operand.0': 'turnstile',
      'option.site-key': registeredAtServices.siteKey,
      'option.secret': registeredAtServices.secret,
    })
    expect((await ownProject()).captcha).toMatchObject({ service: 'turnstile' })
    expect(JSON.stringify(await audited('project.provider_set'))).not.toContain(registered.clientSecret)
  })

  test('an owner creates, changes and deletes applications', async () => {
    const { act, appId, project, visitor } = await open()
    const made = await act('app-create', { 'option.name': 'Other', 'option.redirect': 'https://other.example.org/cb' })
    expect(made.html).toMatch(/client secret\s+\S+/)
    await act('app-set', { 'operand.0': appId, 'option.name': 'Readers', 'option.first-party': 'on' })
    expect((await visitor.get(`${project}/apps/${appId}`)).html).toContain('<h1>Readers</h1>')
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    const logo = await act('app-set', { 'operand.0': appId, 'option.logo': new File([png], 'logo.png') })
    expect(logo.status).toBe(200)
    const keys = await act('app-set', { 'operand.0': appId, 'option.jwks': new File(['no keys'], 'keys.json') })
    expect([keys.status, keys.html]).toEqual([422, expect.stringContaining('not a JSON Web Key Set')])
    expect((await act('app-rotate-secret', { 'operand.0': appId })).html).toMatch(/client secret\s+\S+/)
    await act('app-delete', { 'operand.0': appId })
    expect((await visitor.get(`${project}/apps`)).html).not.toContain(appId)
  })

  test('an owner grants roles, imports users, and manages administrators', async () => {
    const { act, userId, user, run, visitor } = await open()
    await act('user-role-remove', { 'operand.0': userId, 'operand.1': 'moderator' })
    expect((await user())?.roles).not.toContain('moderator')
    await act('user-role-add', { 'operand.0': userId, 'operand.1': 'moderator' })
    expect((await user())?.roles).toContain('moderator')
    const lines = '{"email": "dan@example.org"}\n{"email": "no address"}\n'
    const imported = await act('user-import', { 'operand.0': new File([lines], 'users.jsonl') })
    expect(imported.html).toContain('Imported 1, updated 0, 0 unchanged, skipped 1.')
    expect((await act('admin-add', { 'operand.0': 'eve@example.org', 'option.role': 'support' })).html).toContain(
      '/console/sign-in/link?token=',
    )
    expect((await act('admin-invite', { 'operand.0': 'eve@example.org' })).html).toContain(
      '/console/sign-in/link?token=',
    )
    await act('admin-role', { 'operand.0': 'eve@example.org', 'operand.1': 'auditor' })
    expect((await run('admin list')).out).toMatch(/auditor +eve@example.org/)
    await act('admin-remove', { 'operand.0': 'eve@example.org' })
    expect((await visitor.get('/console/administrators')).html).not.toContain('eve@example.org')
  })

  test('the last owner cannot be removed in any way', async () => {
    const { act, run, user, db, core, audited } = await open()
    for (const [name, values] of [
      ['admin-remove', { 'operand.0': ada }],
      ['admin-role', { 'operand.0': ada, 'operand.1': 'auditor' }],
    ] as const) {
      const refused = await act(name, values)
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('This is the last owner')])
    }
    expect((await run(`admin remove ${ada}`)).err).toContain('This is the last owner')
    const owner = await db
      .selectFrom('administrators')
      .select(['project_id', 'user_id'])
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow()
    const deleting = db.transaction().execute(tx => core.users.delete(tx, owner.project_id, owner.user_id))
    await expect(deleting).rejects.toThrow('This is the last owner')
    expect(await user()).not.toBeNull()
    expect(await audited('administrator.removed')).toEqual([])
  })
})

describe('support staff in the console', () => {
  test('support unlocks users, ends sessions, removes factors, exports, impersonates and deletes', async () => {
    const { enter, project, userId, emailId, user, audited, sdk, db, visitor: owner } = await open()
    const visitor = await enter('sue@example.org', 'support')
    const act = (name: string, values: Record<string, string> = {}) =>
      visitor.act(`${project}/acts/${name}`, { 'operand.0': userId, back: `${project}/users/${userId}`, ...values })

    const unlocked = await act('user-unlock')
    expect([unlocked.url, unlocked.html]).toEqual([`${project}/users/${userId}`, expect.stringContaining('Unlocked')])
    expect(await db.selectFrom('account_failures').selectAll().execute()).toEqual([])
    expect((await act('user-unlock')).status).toBe(422)

    const lastWay = await act('user-factor-remove', { 'operand.1': emailId })
    expect([lastWay.status, lastWay.html]).toEqual([422, expect.stringContaining('This is the last sign-in method')])
    await act('user-authenticator-remove')
    expect((await user())?.totps).toEqual([])
    await act('user-session-end', { 'operand.1': 'all' })
    expect((await audited('session.revoked')).at(-1)).toMatchObject({
      actor: 'operator:sue@example.org',
      user_id: userId,
      details: { reason: 'A ticket asks for it' },
    })
    expect((await visitor.get(`${project}/users/${userId}`)).html).toContain('No active sessions.')

    const copy = await act('user-export')
    expect(copy.headers.get('Content-Disposition')).toBe('attachment; filename="account.json"')
    expect(JSON.parse(copy.html)).toMatchObject({ user: { user_id: userId } })
    const elevated = await act('impersonate')
    expect([elevated.status, elevated.html]).toEqual([
      422,
      expect.stringContaining('only an owner may impersonate them'),
    ])
    expect((await visitor.get(`${project}/users/${userId}`)).html).not.toContain('/acts/impersonate"')
    await owner.act(`${project}/acts/user-role-remove`, { 'operand.0': userId, 'operand.1': 'moderator' })
    expect((await visitor.get(`${project}/users/${userId}`)).html).toContain('/acts/impersonate"')
    const token = /[\w-]{43}/.exec((await act('impersonate')).html.split('<pre')[1] ?? '')?.[0]
    const opened = await sdk('POST', '/impersonation/authenticate', { impersonation_token: token })
    expect(opened.data.user_id).toBe(userId)
    expect((await audited('impersonation.requested'))[0]).toMatchObject({
      actor: 'operator:sue@example.org',
      details: { reason: 'A ticket asks for it' },
    })
    await act('user-delete', { back: `${project}/users` })
    expect(await user()).toBeNull()
    for (const action of ['user.unlocked', 'user.exported', 'user.deleted', 'totp.deleted']) {
      expect((await audited(action))[0]).toMatchObject({
        actor: 'operator:sue@example.org',
        ip_address: expect.any(String),
        details: { reason: 'A ticket asks for it' },
      })
    }
    expect((await owner.get(`${project}/audit?actor=operator:sue@example.org`)).html).toContain('A ticket asks for it')
  })

  test('support retries dead letters and webhook calls', async () => {
    const application = await startApplication()
    const { enter, project, jobId, deliveryId, configure, db } = await open({
      WEBHOOK_PRIVATE_ORIGINS: new URL(application.url).origin,
    })
    await configure({ userEventsUrl: application.url })
    const visitor = await enter('sue@example.org', 'support')
    await visitor.act(`${project}/acts/webhook-replay`, { 'operand.0': deliveryId })
    await expect.poll(() => application.heard).toEqual([expect.stringContaining('user-test-gone')])
    await expect
      .poll(async () => (await visitor.get(`${project}/webhooks`)).html)
      .toContain('<span class="badge good">heard</span>')
    await visitor.act(`${project}/acts/outbox-retry`, { 'operand.0': jobId })
    const dead = () => db.selectFrom('outbox').selectAll().where('state', '=', 'dead').execute()
    expect(await dead()).toEqual([])
    expect((await visitor.act(`${project}/acts/outbox-retry`, { 'operand.0': jobId })).status).toBe(422)
  })

  test('support cannot act on administrators, as such or as console users', async () => {
    const { enter, db, run } = await open()
    const visitor = await enter('sue@example.org', 'support')
    const { public_token: token } = await db
      .selectFrom('projects')
      .select('public_token')
      .where('name', '=', 'Identity console')
      .executeTakeFirstOrThrow()
    for (const [path, values] of [
      ['/console/acts/admin-role', { 'operand.0': 'sue@example.org', 'operand.1': 'owner' }],
      [`/console/projects/${token}/acts/user-authenticator-remove`, { 'operand.0': ada }],
      [`/console/projects/${token}/acts/user-factor-remove`, { 'operand.0': ada, 'operand.1': 'x' }],
      [`/console/projects/${token}/acts/impersonate`, { 'operand.0': ada }],
      [`/console/projects/${token}/acts/user-delete`, { 'operand.0': ada }],
    ] as const) {
      expect([path, (await visitor.act(path, values)).status]).toEqual([path, 403])
    }
    expect((await run('admin list')).out).toMatch(/owner +ada@example.org[\s\S]*support +sue@example.org/)
    expect((await run(`impersonate ${ada} --reason x --project ${token}`)).err).toContain(
      'Administrators cannot be impersonated.',
    )
  })
})

describe('auditor in the console', () => {
  test('an auditor reads every page and finds no forms that change data', async () => {
    const { enter, project, userId } = await open()
    const visitor = await enter('olaf@example.org', 'auditor')
    const pages = await crawl(visitor, ['/console', `${project}/users/${userId}`])
    expect(pages.size).toBeGreaterThan(20)
    const offered = [...pages.values()].flatMap(html =>
      [...html.matchAll(/\/acts\/([a-z-]+)"/g)].map(([, name]) => name),
    )
    // To check a file changes nothing.
    expect(offered.filter(name => name !== 'audit-verify')).toEqual([])
  })

  test.each(
    acts.filter(({ reads, role }) => !reads || role !== 'auditor').map(({ words, name }) => [words, name] as const),
  )('an auditor who tries `%s` is rejected, and the attempt is logged', async (words, name) => {
    const { enter, project, audited, db } = await openConsole().then(async provider => {
      await provider.enter(ada)
      return provider
    })
    const visitor = await enter('olaf@example.org', 'auditor')
    const isOfProject = acts.find(each => each.name === name)?.isOfProject
    const before = await db.selectFrom('projects').selectAll().execute()
    const refused = await visitor.act(`${isOfProject ? project : '/console'}/acts/${name}`, {
      'operand.0': ada,
      'operand.1': 'owner',
      'option.name': 'Taken over',
      'option.role': 'owner',
    })
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('Nothing was changed.')])
    expect(await db.selectFrom('projects').selectAll().execute()).toEqual(before)
    expect(await audited('console.refused')).toEqual([
      expect.objectContaining({
        actor: 'operator:olaf@example.org',
        details: expect.objectContaining({ act: words }),
      }),
    ])
  })

  test('an auditor exports the log, and the export is logged', async () => {
    const { enter, project, audited, run, userId } = await open()
    await run(`user role remove ${userId} moderator`)
    const visitor = await enter('olaf@example.org', 'auditor')
    const without = await visitor.post(`${project}/audit/export`, { reason: '' })
    expect(without.status).toBe(422)
    const copy = await visitor.act(`${project}/audit/export`, { action: 'user.roles_changed' })
    const entries = copy.html
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(entries.map(({ action }) => action)).toEqual(['user.roles_changed', 'user.roles_changed'])
    expect(await audited('audit.exported')).toEqual([
      expect.objectContaining({
        details: expect.objectContaining({ action: 'user.roles_changed', reason: 'A ticket asks for it' }),
      }),
    ])
  })
})

describe('console form', () => {
  test('a form without a reason changes nothing and is shown again with its input', async () => {
    const { visitor, project, ownProject } = await open()
    const asked = await visitor.post(`${project}/acts/project-set`, { 'option.name': 'Renamed', reason: ' ' })
    expect(asked.status).toBe(422)
    expect(asked.html).toContain('Enter a reason')
    expect(asked.html).toContain('value="Renamed"')
    expect((await ownProject()).name).toBe('Corroborate')
  })

  test('a form with invalid input shows the command’s error', async () => {
    const { act } = await open()
    const wrong = await act('project-set', { 'option.allow-origin': 'http://app.example.org' })
    expect([wrong.status, wrong.html]).toEqual([
      422,
      expect.stringContaining('“Allow origin” http://app.example.org: must be one origin'),
    ])
    expect((await act('project-set', {})).html).toContain('Set at least one option.')
    expect((await act('user-delete', { 'operand.0': 'nobody@example.org' })).html).toContain(
      'has no user nobody@example.org',
    )
    expect((await act('project-create', {})).html).toContain('Fill in the required fields.')
  })

  test('a form redirects only within the console', async () => {
    const { visitor, project } = await open()
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/elsewhere',
      '/consolevil',
      'javascript:alert(1)',
    ]) {
      const done = await visitor.post(
        `${project}/acts/project-set`,
        { 'option.watermark': 'on', reason: 'A test', back },
        { follows: false },
      )
      expect([back, done.status, done.headers.get('Location')]).toEqual([back, 303, '/console'])
    }
  })

  test.each([
    ['a NUL character', { 'option.name': 'a\0b' }],
    ['a NUL character as a reason', { reason: 'be\0cause' }],
  ])('a form with %s is rejected', async (_, values) => {
    const { act, ownProject } = await open()
    expect((await act('project-set', values)).status).toBe(400)
    expect((await ownProject()).name).toBe('Corroborate')
  })

  test.each([
    `/users?after=${Buffer.from('["age",["x","y"]]').toString('base64url')}`,
    `/users?after=${Buffer.from('["age",[1e300,"y"]]').toString('base64url')}`,
    `/users?after=${Buffer.from('["last",["\\u0000","y"]]').toString('base64url')}&q=a`,
    '/users?q=%25&role=nobody',
    '/users/none',
    '/apps/none',
    '/audit?after=99999999999999999999~x&since=never&until=&user=nobody',
    '/webhooks?after=99999999999999999999~x',
    '/mails?mail=none&locale=xx',
    '/mails/preview?mail=passcode-sms',
  ])('and a page that is asked for what there is none of (%s) fails no server', async path => {
    const { visitor, project } = await open()
    expect((await visitor.get(project + path)).status).toBeLessThan(500)
  })

  test('a form for an unknown action returns 404', async () => {
    const { visitor, project } = await open()
    expect((await visitor.act(`${project}/acts/no-such-act`)).status).toBe(404)
    expect((await visitor.act('/console/projects/public-token-test-none/acts/project-set')).status).toBe(404)
  })
})

test('concurrent administrators: each action counts, and two owners removing each other leave one', async () => {
  const { visitor: first, enter, project, ownProject, run, act } = await open()
  const second = await enter('bob@example.org', 'owner')
  const set = (visitor: ConsoleVisitor, origin: string) =>
    visitor.act(`${project}/acts/project-set`, { 'option.allow-origin': origin })
  await Promise.all([set(first, 'https://one.example.org'), set(second, 'https://two.example.org')])
  expect((await ownProject()).allowedOrigins).toEqual(
    expect.arrayContaining(['https://one.example.org', 'https://two.example.org']),
  )
  await Promise.all([
    act('admin-remove', { 'operand.0': 'bob@example.org' }),
    second.act('/console/acts/admin-remove', { 'operand.0': ada }),
  ])
  expect((await run('admin list')).out.match(/owner/g)).toHaveLength(1)
})

test('limits close to exhaustion are shown and can be reset', async () => {
  const { visitor, core, enter, publicToken, audited } = await open()
  for (let n = 0; n < 60; n++) await core.guard.address('sendPerAddress', { address: '192.0.2.77' })
  expect((await visitor.get('/console/limits')).html).toContain('60 of 100')
  const path = '/console/limits?key=192.0.2.77'
  expect((await visitor.get(path)).html).toContain('60 of 100')
  const values = { limit: 'sendPerAddress', key: '192.0.2.77', project: publicToken, back: path }
  const auditor = await enter('olaf@example.org', 'auditor')
  expect((await auditor.act('/console/limits/forgive', values)).status).toBe(403)
  expect((await visitor.act('/console/limits/forgive', { ...values, limit: 'constructor' })).status).toBe(404)
  expect((await visitor.act('/console/limits/forgive', values)).html).toContain('Reset sendPerAddress')
  expect((await visitor.get(path)).html).toContain('No usage recorded for 192.0.2.77.')
  expect((await audited('limit.forgiven'))[0]).toMatchObject({ details: { key: '192.0.2.77' } })
})

test('the health page shows which external services respond and what is wrong with the rest', async () => {
  const { visitor, act, configure } = await open()
  await configure({ userEventsUrl: 'https://app.example.org/told' })
  const before = (await visitor.get('/console/health')).html
  expect(before).toMatch(/database<\/td>.*?answers/)
  expect(before).toContain('Google, of Corroborate')
  expect(before).toContain('It rejected the client ID or secret.')
  expect(before).toContain('Its secret is missing. Set the captcha again.')
  expect(before).toContain('The last call: https://app.example.org answered 500.')
  await act('project-provider-set', {
    'operand.0': 'google',
    'option.client-id': registered.clientId('google'),
    'option.client-secret': registered.clientSecret,
  })
  const { siteKey, secret } = registeredAtServices
  await act('project-captcha-set', { 'operand.0': 'turnstile', 'option.site-key': siteKey, 'option.secret': secret })
  const after = (await visitor.get('/console/health')).html
  expect(after).not.toContain('It rejected the client ID')
  expect(after).toMatch(/Captcha, of Corroborate<\/td><td[^>]*><span class="badge good">answers/)
})

test('permissions per role', () => {
  const [owner, support, auditor] = (['owner', 'support', 'auditor'] as const).map(role => ({ role }))
  const ours = { publicToken: 'public-token-test-1' }
  const table = acts.map(act => [
    act.words,
    ...[owner, support, auditor].map(each => each !== undefined && mayDo(act, each, ours)),
  ])
  const by = (at: number) => table.filter(row => row[at] === true).map(([words]) => words)
  expect(by(1)).toHaveLength(acts.length)
  expect(by(2).filter(words => !by(3).includes(words))).toEqual([
    'user authenticator remove',
    'user delete',
    'user session end',
    'user unlock',
    'user export',
    'user factor remove',
    'impersonate',
    'outbox retry',
    'webhook replay',
  ])
  expect(by(3)).toEqual(
    [...Object.keys(shownOn), 'audit verify'].toSorted((a, b) => by(3).indexOf(a) - by(3).indexOf(b)),
  )
})
