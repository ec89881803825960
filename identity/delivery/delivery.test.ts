import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openDatabase } from '@corroborate/server-kit/database'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { textStatusPath } from '@corroborate/wire/text-status'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { brought } from '../features.ts'
import { migrations } from '../migrations.ts'
import { sweep } from '../operate/sweeping/index.ts'
import type { Tables } from '../platform/database/index.ts'
import { countMessages, identityUnderTest, nothingOnItsWay, readMailbox, tokenIn } from '../testing/index.ts'
import { sendMessage } from './deliver.ts'
import { keepMessage, listMessages } from './mailbox/store.ts'
import { accountChangedMail, type Message, magicLinkMail, passcodeMessage } from './messages.ts'
import { smtpError, startMailServer, startTwilio, type TwilioReport } from './testing/index.ts'
import { listUndeliveredTexts, noteText, noteTextState, stateOfNewestText, sweepTexts } from './texts/store.ts'

const ada = 'ada@example.org'
const project = { id: 'project-test-1', name: 'Corroborate', locale: 'en' as const }
const link = 'https://app.example.org/in?stytch_token_type=magic_links&token=T'
const day = 24 * 3_600_000
const inAnHour = () => Date.now() + 3_600_000

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const send = (provider: Provider, message: Message) =>
  provider.db.transaction().execute(tx => sendMessage(provider.core, tx, message))

const deadLetters = ({ db }: Provider) =>
  db.selectFrom('outbox').select(['kind', 'state', 'last_error']).where('kind', '=', 'message').execute()

const twilioSettings = (TWILIO_API_URL: string) => ({
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL,
})

const texted = () =>
  ({ project, to: '+4915123456789', channel: 'sms', code: '012345', methodId: 'm', expiresAt: inAnHour() }) as const

describe('mailbox', () => {
  test('the mailbox API returns sent messages, newest first', async () => {
    const provider = await identityUnderTest()
    await send(provider, magicLinkMail({ project, to: ada, link, expiresAt: inAnHour() }))
    await readMailbox(provider, ada)
    await send(provider, passcodeMessage(texted()))
    const [text] = await readMailbox(provider, '+4915123456789')
    expect(text).toEqual({
      id: expect.any(String),
      channel: 'sms',
      to: '+4915123456789',
      subject: null,
      text: expect.stringContaining('012345'),
      html: null,
      links: [],
      code: '012345',
      sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    const response = await provider.app.request('http://localhost:5001/dev/mailbox/messages')
    const { messages } = (await response.json()) as { messages: { to: string }[] }
    expect(messages.map(({ to }) => to)).toEqual(['+4915123456789', ada])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  test.each(['ADA@Example.org', ' ada@example.org '])('the mailbox finds an address written as %j', async to => {
    const provider = await identityUnderTest()
    await send(provider, magicLinkMail({ project, to: ada, link, expiresAt: inAnHour() }))
    expect((await readMailbox(provider, to))[0].to).toBe(ada)
  })

  test('the mailbox finds a phone number whose plus sign was decoded as a space', async () => {
    const provider = await identityUnderTest()
    await send(provider, passcodeMessage(texted()))
    await readMailbox(provider, '+4915123456789')
    const response = await provider.app.request('http://localhost:5001/dev/mailbox/messages?to=+4915123456789')
    expect(((await response.json()) as { messages: unknown[] }).messages).toHaveLength(1)
  })

  test('the mailbox page shows a list, a message with code and links, and the email in a frame', async () => {
    const provider = await identityUnderTest()
    const get = async (path: string) => {
      const response = await provider.app.request(`http://localhost:5001${path}`)
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    expect((await get('/dev/mailbox')).text).toContain('No messages yet')
    const hostile = { ...project, name: '<img src=x onerror=alert(1)>' }
    await send(provider, magicLinkMail({ project: hostile, to: ada, link, expiresAt: inAnHour() }))
    const [{ id }] = await readMailbox(provider, ada)

    const list = await get('/dev/mailbox')
    expect(list.text).toContain(ada)
    expect(list.text).not.toContain('<img')
    const opened = await get(`/dev/mailbox?id=${id}`)
    expect(opened.text).toContain(link.replaceAll('&', '&amp;'))
    expect(opened.text).not.toContain('<img')
    const policy = opened.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')

    const preview = await get(`/dev/mailbox/preview?id=${id}`)
    expect(preview.text).toContain('</html>')
    expect(preview.headers.get('Content-Security-Policy')).toMatch(/^sandbox /)
    expect(preview.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
    expect((await get('/dev/mailbox/preview?id=nobody')).status).toBe(404)
    expect((await get('/dev/mailbox?id=nobody')).status).toBe(200)
  })

  describe('mailbox access from the local machine only', () => {
    const peer = (remoteAddress?: string) => ({ incoming: { socket: { remoteAddress } } }) as never
    const ask = (provider: Provider, path: string, remote: string | undefined, headers: Record<string, string> = {}) =>
      provider.identity.app.request(`http://${headers.Host ?? 'localhost:5001'}${path}`, { headers }, peer(remote))
    const paths = ['/dev/mailbox', '/dev/mailbox/list', '/dev/mailbox/messages', '/dev/mailbox/preview?id=x']

    test.each(['192.0.2.7', '10.0.0.2', '::ffff:192.0.2.7', 'fe80::1', '2001:db8::1', undefined])(
      'the mailbox rejects a peer at %s',
      async address => {
        const provider = await identityUnderTest()
        for (const path of paths) expect((await ask(provider, path, address)).status).toBe(403)
      },
    )

    test.each([
      'evil.example',
      'evil.example:5001',
      'localhost.evil.example',
      '192.168.1.5:5001',
      'notlocalhost',
      '127.0.0.1.nip.io',
    ])('not a page whose name %s leads here (DNS rebinding)', async host => {
      const provider = await identityUnderTest()
      for (const path of paths) {
        const refused = await ask(provider, path, '127.0.0.1', { Host: host })
        expect(refused.status).toBe(403)
        expect(await refused.text()).toContain('The mailbox is available on this machine only')
      }
    })

    test.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])(
      'the mailbox rejects proxied requests (%s)',
      async header => {
        const provider = await identityUnderTest()
        for (const path of paths) {
          expect((await ask(provider, path, '127.0.0.1', { [header]: '127.0.0.1' })).status).toBe(403)
        }
      },
    )

    test.each(['localhost', 'localhost:5001', 'LOCALHOST:5001', '127.0.0.1:5001', '[::1]:5001', 'app.localhost:5001'])(
      'the mailbox accepts the host %s',
      async host => {
        const provider = await identityUnderTest()
        for (const remote of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
          expect((await ask(provider, '/dev/mailbox/messages', remote, { Host: host })).status).toBe(200)
        }
      },
    )
  })

  test.each([
    ['in production', { NODE_ENV: 'production' }],
    ['beside SMTP', { SMTP_URL: 'smtp://127.0.0.1:9' }],
    ['beside Twilio', twilioSettings('http://127.0.0.1:9')],
  ])('the mailbox is disabled %s', async (_, settings) => {
    const provider = await identityUnderTest(settings as Record<string, string>)
    for (const path of ['/dev/mailbox', '/dev/mailbox/messages', '/dev/mailbox/preview?id=x']) {
      expect((await provider.app.request(`http://localhost:5001${path}`)).status).toBe(404)
    }
  })
})

test.each([{ SITE_ORIGIN: 'https://papers.example.org' }, { IDENTITY_ORIGIN: 'https://auth.example.org' }])(
  'startup fails with %j and no mail transport',
  async origin => {
    for (const more of [{}, { NODE_ENV: 'production' }, twilioSettings('http://127.0.0.1:9')]) {
      const [name = ''] = Object.keys(origin)
      await expect(identityUnderTest({ ...origin, ...more })).rejects.toThrow(
        `SMTP_URL must be set, because ${name} is an https address: emails would not be delivered.`,
      )
    }
    await identityUnderTest({ ...origin, SMTP_URL: 'smtp://127.0.0.1:9' })
  },
)

describe('SMTP delivery', () => {
  test('a magic link is delivered by SMTP and signs in', async () => {
    const server = await startMailServer()
    const provider = await identityUnderTest({ SMTP_URL: server.url, MAIL_FROM: 'Corroborate <auth@example.org>' })
    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
    await expect.poll(() => server.mails.length).toBe(1)
    const [mail] = server.mails
    expect(mail?.to).toEqual([ada])
    const [url] = /http\S+/.exec(mail?.text ?? '') ?? []
    const token = tokenIn({ links: [url ?? ''] })
    const { status } = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes: 60 })
    expect(status).toBe(200)
  })

  test('a permanent SMTP failure is stored as a dead letter, a temporary one is retried', async () => {
    const refusals = [450, 450]
    const server = await startMailServer({
      onRcptTo: ({ address }, _, done) => {
        const status = address.startsWith('gone') ? 550 : refusals.shift()
        done(status === undefined ? null : smtpError(status))
      },
    })
    const provider = await identityUnderTest({ SMTP_URL: server.url })
    await send(provider, accountChangedMail({ project, to: 'gone@example.org', change: 'password-changed', at: 0 }))
    await send(provider, accountChangedMail({ project, to: ada, change: 'password-changed', at: 0 }))
    await expect.poll(() => server.mails.length).toBe(1)
    await expect
      .poll(() => deadLetters(provider))
      .toMatchObject([{ state: 'dead', last_error: 'SMTP EENVELOPE RCPT TO 550' }])
  })

  test('an expired message is not sent and is stored for a month', async () => {
    const server = await startMailServer()
    const provider = await identityUnderTest({ SMTP_URL: server.url })
    await send(provider, magicLinkMail({ project, to: ada, link, expiresAt: provider.clock.now - 1 }))
    await expect.poll(() => deadLetters(provider)).toMatchObject([{ state: 'dead' }])
    expect(server.mails).toEqual([])
    await sweep(provider.db, brought, Date.now() + 29 * day)
    expect(await deadLetters(provider)).toHaveLength(1)
    await sweep(provider.db, brought, Date.now() + 31 * day)
    expect(await deadLetters(provider)).toEqual([])
  })

  test('an SMS without a transport is rejected before a code is created', async () => {
    const server = await startMailServer()
    const provider = await identityUnderTest({ SMTP_URL: server.url })
    const refused = await provider.sdk('POST', '/otps/sms/login_or_create', { phone_number: '+4915123456789' })
    expect(refused).toMatchObject({ status: 503, json: { error_type: 'server_unavailable' } })
    expect(await provider.db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})

describe('Twilio delivery', () => {
  test('a passcode is delivered after Twilio recovers from errors, and signs in', async () => {
    const twilio = await startTwilio([{ status: 500 }, { status: 429, code: 20429 }])
    const provider = await identityUnderTest(twilioSettings(twilio.url))
    const sent = await provider.sdk('POST', '/otps/sms/login_or_create', { phone_number: '+4915123456789' })
    await expect.poll(() => twilio.requests.length).toBe(3)
    const [code] = /\d{6}/.exec(twilio.requests[2]?.form.Body ?? '') ?? []
    const done = await provider.sdk('POST', '/otps/authenticate', {
      token: code,
      method_id: sent.data.method_id,
      session_duration_minutes: 60,
    })
    expect(done.status).toBe(200)
  })

  test('a number that cannot receive SMS becomes a dead letter after one attempt', async () => {
    const twilio = await startTwilio([{ status: 400, code: 21614 }])
    const provider = await identityUnderTest(twilioSettings(twilio.url))
    await provider.sdk('POST', '/otps/sms/login_or_create', { phone_number: '+4915123456789' })
    await expect.poll(() => deadLetters(provider)).toMatchObject([{ last_error: 'Twilio 400 error 21614' }])
    expect(twilio.requests).toHaveLength(1)
  })
})

describe('Twilio delivery status', () => {
  const unreachable = '+4915123456789'
  const template = `HX${'a'.repeat(32)}`
  const openTexting = async (more: Record<string, string> = {}) => {
    const twilio = await startTwilio([], { unreachable: { [unreachable]: 30003 }, templates: { [template]: ['1'] } })
    const provider = await identityUnderTest({
      ...twilioSettings(twilio.url),
      IDENTITY_ORIGIN: 'https://auth.example.org',
      SMTP_URL: 'smtp://127.0.0.1:9',
      TWILIO_WHATSAPP_TEMPLATES: JSON.stringify({ en: template }),
      ...more,
    })
    const report = async (
      { url, form, signature }: Pick<TwilioReport, 'url' | 'form' | 'signature'>,
      headers: Record<string, string> = {},
    ) =>
      (
        await provider.app.request(url, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { 'X-Twilio-Signature': signature, ...headers },
        })
      ).status
    const send = async (phone_number: string, channel = 'sms') => {
      const { data } = await provider.sdk('POST', `/otps/${channel}/login_or_create`, { phone_number })
      await nothingOnItsWay(provider.db)
      return data.method_id as string
    }
    const statusOf = async (methodId: string, token = provider.publicToken) => {
      const response = await provider.app.request(`https://auth.example.org${textStatusPath(token, methodId)}`)
      return response.status === 200 ? ((await response.json()) as { status: string }).status : response.status
    }
    const states = () => provider.db.selectFrom('texts').select(['state', 'reason']).orderBy('asked_at').execute()
    return { ...provider, twilio, report, send, statusOf, states }
  }

  test('a failed passcode is stored with its reason and reported to the waiting page', async () => {
    const { twilio, report, send, statusOf, states } = await openTexting()
    const methodId = await send(unreachable)
    expect(await statusOf(methodId)).toBe('on_its_way')
    expect(await states()).toEqual([{ state: 'sent', reason: null }])
    for (const each of twilio.reports) expect(await report(each)).toBe(204)
    expect(await states()).toEqual([{ state: 'undelivered', reason: 'Twilio undelivered 30003' }])
    expect(await statusOf(methodId)).toBe('undelivered')
  })

  test('a delivered passcode stays delivered despite late or repeated reports', async () => {
    const { twilio, report, send, statusOf, states } = await openTexting()
    const methodId = await send('+41446681800')
    const [sent, delivered] = twilio.reports
    expect([sent?.form.MessageStatus, delivered?.form.MessageStatus]).toEqual(['sent', 'delivered'])
    if (sent === undefined || delivered === undefined) throw new Error('There were no reports.')
    for (const each of [delivered, sent, delivered, sent, sent]) expect(await report(each)).toBe(204)
    expect(await states()).toEqual([{ state: 'delivered', reason: null }])
    // A withheld message stays in transit and is never reported as delivered.
    expect(await statusOf(methodId)).toBe('on_its_way')
  })

  test('requesting a passcode again resets its status to in transit', async () => {
    const { twilio, report, send, statusOf, clock } = await openTexting()
    const methodId = await send(unreachable)
    const old = twilio.reports.splice(0)
    for (const each of old) await report(each)
    clock.now += 1_000
    expect(await send(unreachable)).toBe(methodId)
    expect(await statusOf(methodId)).toBe('on_its_way')
    for (const each of old) await report(each)
    expect(await statusOf(methodId)).toBe('on_its_way')
  })

  test('a passcode that Twilio rejects immediately is reported too', async () => {
    const { twilio, send, statusOf, states, db } = await openTexting()
    twilio.answers.push({ status: 400, code: 21614 })
    const methodId = await send('+41446681800')
    expect(await statusOf(methodId)).toBe('undelivered')
    expect(await states()).toEqual([{ state: 'undelivered', reason: 'Twilio 400 error 21614' }])
    expect(await deadLetters({ db } as Provider)).toMatchObject([{ last_error: 'Twilio 400 error 21614' }])
  })

  test('a WhatsApp passcode is sent as a template and delivered', async () => {
    const { twilio, report, send, states } = await openTexting()
    await send('+41446681800', 'whatsapp')
    expect(twilio.requests[0]?.form).toMatchObject({ ContentSid: template })
    expect(twilio.requests[0]?.form).not.toHaveProperty('Body')
    for (const each of twilio.reports) expect(await report(each)).toBe(204)
    expect(await states()).toEqual([{ state: 'delivered', reason: null }])
  })

  test('WhatsApp without a template is rejected with a message', async () => {
    const { sdk, db } = await openTexting({ TWILIO_WHATSAPP_TEMPLATES: '' })
    const refused = await sdk('POST', '/otps/whatsapp/login_or_create', { phone_number: '+41446681800' })
    expect(refused).toMatchObject({ status: 503, json: { error_type: 'server_unavailable' } })
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('a report with a signature for a different URL or fields has no effect', async () => {
    const { twilio, report, send, states, app } = await openTexting()
    await send(unreachable)
    const last = twilio.reports.at(-1)
    if (last === undefined) throw new Error('There was no report.')
    const { url, form, signature } = last
    for (const forged of [
      { url, form, signature: '' },
      { url, form, signature: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}` },
      { url, form: { ...form, MessageStatus: 'delivered' }, signature },
      { url: `${url}?x=1`, form, signature },
      { url: url.replace(/[^/]+$/, 'another'), form, signature },
    ]) {
      expect(await report(forged)).toBe(403)
    }
    // The signature covers our own URL, regardless of the request.
    const elsewhere = { url: url.replace('auth.example.org', 'evil.example'), form, signature }
    expect(await report(elsewhere, { 'X-Forwarded-Host': 'evil.example' })).toBe(204)
    const asJson = { method: 'POST', body: JSON.stringify(form), headers: { 'Content-Type': 'application/json' } }
    expect((await app.request(url, asJson)).status).toBe(415)
    expect(await states()).toMatchObject([{ state: 'undelivered' }])
  })

  test('delivery status is hidden from anyone but the recipient’s page', async () => {
    const { statusOf } = await openTexting()
    expect(await statusOf('phone-number-test-nobody')).toBe('on_its_way')
    expect(await statusOf('x', 'public-token-test-00000000-0000-4000-8000-000000000000')).toBe(404)
  })

  test('delivery reports are accepted only when Twilio sends our SMS', async () => {
    const { app } = await identityUnderTest()
    const body = new URLSearchParams({ MessageStatus: 'failed' })
    const url = 'http://localhost:5001/v1/webhooks/twilio/texts/x'
    expect((await app.request(url, { method: 'POST', body })).status).toBe(404)
  })
})

describeStore<Tables>('what becomes of texts', migrations, open => {
  const text = (textId: string, methodId = 'method') => ({ projectId: 'p', textId, methodId, channel: 'sms' as const })
  const noted = (db: Kysely<Tables>, textId: string, at: number) =>
    db.transaction().execute(tx => noteText(tx, text(textId), at))

  test('reports in any order, also repeated, lead to the same final status', async () => {
    const db = await open()
    const [sent, failed, delivered] = [
      { state: 'sent' },
      { state: 'undelivered', reason: 'r' },
      { state: 'delivered' },
    ] as const
    for (const [index, order] of [
      [sent, failed, failed, sent],
      [failed, sent],
      [delivered, sent, failed],
      [sent, failed, delivered, failed],
    ].entries()) {
      await noted(db, `t${index}`, index)
      for (const each of order) await noteTextState(db, `t${index}`, each, 10)
    }
    const rows = await db.selectFrom('texts').select('state').orderBy('text_id').execute()
    expect(rows.map(({ state }) => state)).toEqual(['undelivered', 'undelivered', 'delivered', 'delivered'])
    expect(await stateOfNewestText(db, 'p', 'method')).toBe('delivered')
    expect(await stateOfNewestText(db, 'other', 'method')).toBeNull()
    expect(await noteTextState(db, 'nobody', sent, 10)).toBe(false)
  })

  test('operators see undelivered messages, newest first, for a month', async () => {
    const db = await open()
    for (const [textId, at] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const) {
      await noted(db, textId, at)
      if (textId !== 'b') await noteTextState(db, textId, { state: 'undelivered', reason: 'r' }, at)
    }
    expect((await listUndeliveredTexts(db, 'p', 10)).map(each => each.text_id)).toEqual(['c', 'a'])
    expect(await listUndeliveredTexts(db, 'q', 10)).toEqual([])
    await sweepTexts(db, 2 + 30 * day)
    expect((await listUndeliveredTexts(db, 'p', 10)).map(each => each.text_id)).toEqual(['c'])
  })
})

describeStore<Tables>('messages', migrations, (open, store: StoreUnderTest) => {
  const parcel = (id: string, to = ada) => ({
    id,
    channel: 'email' as const,
    to,
    rendered: { subject: 'S', text: 'T', html: '<p>', links: ['https://a.example.org/?x=1'], code: null },
    expiresAt: null,
    project: 'Corroborate',
    locale: 'en' as const,
    textId: null,
  })

  test('storing a message twice keeps it once', async () => {
    const db = await open()
    await keepMessage(db, 'p', parcel('1'), 1_000)
    await keepMessage(db, 'p', parcel('1'), 2_000)
    expect(await listMessages(db, ada)).toMatchObject([{ id: '1', sent_at: '1970-01-01T00:00:01.000Z' }])
  })

  test('messages are listed newest first, without those of others', async () => {
    const db = await open()
    await keepMessage(db, 'p', parcel('old'), 1_000)
    await keepMessage(db, 'p', parcel('new'), 2_000)
    await keepMessage(db, 'p', parcel('other', 'bob@example.org'), 3_000)
    expect((await listMessages(db, ada)).map(({ id }) => id)).toEqual(['new', 'old'])
    expect(await listMessages(db)).toHaveLength(3)
  })

  test('a rolled-back transaction sends nothing', async () => {
    const db: Kysely<Tables> = await open()
    const { url } = store.placeOf(db)
    const provider = await identityUnderTest(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const core = provider.core
    const failed = provider.db.transaction().execute(async tx => {
      await sendMessage(core, tx, magicLinkMail({ project, to: ada, link, expiresAt: inAnHour() }))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await countMessages(provider)).toBe(0)
  })

  test('a message committed before a crash is sent once after restart', async () => {
    const db: Kysely<Tables> = await open()
    const { url } = store.placeOf(db)
    const folder = mkdtempSync(join(tmpdir(), 'identity-killed-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // The first server accepts the mail data but never responds.
    const silent = await startMailServer({ onData: stream => void stream.resume() })
    const place = { DATA_DIR: folder, ...(url !== undefined && { IDENTITY_DATABASE_URL: url }) }
    const script = join(folder, 'ask.ts')
    const file = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    writeFileSync(
      script,
      `import { createLogger } from ${file('../../server-kit/logging/index.ts')}
       import { readSettings } from ${file('../../server-kit/settings/index.ts')}
       import { createIdentity } from ${file('../identity.ts')}
       const settings = readSettings(${JSON.stringify({ ...place, SMTP_URL: silent.url })})
       const { app } = await createIdentity(settings, { logger: createLogger('silent'), now: Date.now })
       const token = settings.identity.publicToken
       const response = await app.request(settings.identity.origin + '/sdk/v1/magic_links/email/login_or_create', {
         method: 'POST',
         headers: { Authorization: 'Basic ' + btoa(token + ':' + token), 'Content-Type': 'application/json' },
         body: JSON.stringify({ email: ${JSON.stringify(ada)} }),
       })
       process.stdout.write('acknowledged ' + response.status + '\\n')`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toContain('acknowledged 200')
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone

    // If the dead worker had claimed the job, its lease would last 30 s. The test skips that wait.
    const left = await openDatabase<Tables>({ url, file: join(folder, 'identity.db'), migrations, now: Date.now })
    const { numUpdatedRows } = await left
      .updateTable('outbox')
      .set({ due_at: 1 })
      .where('kind', '=', 'message')
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    await left.destroy()
    const server = await startMailServer()
    const provider = await identityUnderTest({ ...place, SMTP_URL: server.url })
    await expect.poll(() => server.mails.length).toBe(1)
    await nothingOnItsWay(provider.db)
    expect(server.mails.map(({ to }) => to)).toEqual([[ada]])
    expect(await deadLetters(provider)).toEqual([])
  })
})
