import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { secret } from '@corroborate/server-kit/settings'
import { describe, expect, onTestFinished, test } from 'vitest'
import { brought } from '../../features.ts'
import { accountChangedMail, magicLinkMail } from '../messages.ts'
import { renderMessage } from '../templates/render-message.ts'
import { smtpError, startMailServer } from '../testing/index.ts'
import type { Parcel } from './transport.ts'
import { smtpTransport } from './twilio.ts'

const project = { id: 'project-test-1', name: 'Prüfstand “Ω”', locale: 'en' as const }
const from = 'Corroborate <no-reply@auth.example.org>'
const link = `https://app.example.org/in?next=%2Fa%3Db&token=${'t'.repeat(43)}`

const parcelTo = (to: string, projectName = project.name): Parcel => ({
  id: '6b1f6a0e-5f7d-4f0e-9a44-111111111111',
  channel: 'email',
  to,
  rendered: renderMessage(
    magicLinkMail({ project: { ...project, name: projectName }, to, link, expiresAt: 1_800_000 }),
    0,
    [],
  ),
  expiresAt: null,
  project: projectName,
  locale: 'en',
  textId: null,
})

const transportTo = (url: string) => {
  const transport = smtpTransport(secret(url), from)
  onTestFinished(() => transport.close())
  return transport
}

test('an email arrives complete with its text and HTML parts', async () => {
  const server = await startMailServer()
  const parcel = parcelTo('ada@example.org')
  expect(await transportTo(server.url).send(parcel)).toEqual({ kind: 'sent' })
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: 'no-reply@auth.example.org', to: ['ada@example.org'] })
  expect(mail?.headers.from).toBe(from)
  expect(mail?.headers['content-type']).toMatch(/^multipart\/alternative/)
  expect(mail?.headers['auto-submitted']).toBe('auto-generated')
  expect(mail?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(parcel.rendered.text.trimEnd())
  expect(mail?.html.replaceAll('\r\n', '\n').trimEnd()).toBe(parcel.rendered.html?.trimEnd())
  expect(mail?.text).toContain(link)
})

test('a retry has the same Message-ID', async () => {
  const server = await startMailServer()
  const transport = transportTo(server.url)
  await transport.send(parcelTo('ada@example.org'))
  await transport.send(parcelTo('ada@example.org'))
  expect(server.mails.map(mail => mail.headers['message-id'])).toEqual([
    '<6b1f6a0e-5f7d-4f0e-9a44-111111111111@auth.example.org>',
    '<6b1f6a0e-5f7d-4f0e-9a44-111111111111@auth.example.org>',
  ])
})

test.each(['a\r\nBcc: eve@example.org', 'a\nSubject: other', 'a\u2028b'])(
  'a project named %j cannot inject a header',
  async name => {
    const server = await startMailServer()
    await transportTo(server.url).send(parcelTo('ada@example.org', name))
    const [mail] = server.mails
    expect(mail?.to).toEqual(['ada@example.org'])
    expect(mail?.headers.bcc).toBeUndefined()
    expect(Object.values(mail?.headerCounts ?? {}).every(count => count === 1)).toBe(true)
  },
)

test.each([
  'ada@example.org, eve@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'Eve <eve@example.org>, ada@example.org',
])('what should not be here, the recipient %j, reaches at most one mailbox', async to => {
  const server = await startMailServer()
  await transportTo(server.url).send(parcelTo(to))
  expect(server.mails.flatMap(mail => mail.to).length).toBeLessThanOrEqual(1)
  expect(server.mails.every(mail => mail.headers.bcc === undefined)).toBe(true)
})

test.each([
  [451, 'unavailable'],
  [550, 'rejected'],
])('a recipient rejected with %d is %s', async (status, kind) => {
  const server = await startMailServer({ onRcptTo: (_, __, done) => done(smtpError(status)) })
  expect(await transportTo(server.url).send(parcelTo('ada@example.org'))).toMatchObject({ kind })
})

test.each([
  [452, 'unavailable'],
  [554, 'rejected'],
])('content rejected with %d is %s', async (status, kind) => {
  const server = await startMailServer({
    onData: (stream, _, done) => stream.resume().on('end', () => done(smtpError(status))),
  })
  expect(await transportTo(server.url).send(parcelTo('ada@example.org'))).toMatchObject({ kind })
})

test('a rejected sender, invalid credentials and an unreachable server are retryable', async () => {
  const sender = await startMailServer({ onMailFrom: (_, __, done) => done(smtpError(553)) })
  expect(await transportTo(sender.url).send(parcelTo('ada@example.org'))).toMatchObject({ kind: 'unavailable' })

  const guarded = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(smtpError(535)),
  })
  const withPassword = guarded.url.replace('smtp://', 'smtp://user:wrong@')
  expect(await transportTo(withPassword).send(parcelTo('ada@example.org'))).toMatchObject({ kind: 'unavailable' })

  const gone = await startMailServer()
  await gone.stop()
  expect(await transportTo(gone.url).send(parcelTo('ada@example.org'))).toMatchObject({ kind: 'unavailable' })
})

describe('SMTP server that never finishes its response', () => {
  /** Resolves `left` when the client hangs up. */
  const startTalker = async () => {
    let taken = 0
    const left = Promise.withResolvers<void>()
    const server = createServer(socket => {
      const talk = () => socket.write('250-one moment\r\n')
      socket.on('error', () => {})
      socket.on('close', () => left.resolve())
      socket.write('220 here\r\n')
      createInterface({ input: socket }).on('line', line => {
        if (line === 'DATA') socket.write('354 go on\r\n')
        else if (/^(?:EHLO|MAIL|RCPT)/.test(line)) socket.write('250 fine\r\n')
        if (line !== '.') return
        taken += 1
        const talking = setInterval(talk, 20)
        socket.on('close', () => clearInterval(talking))
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return { url: `smtp://127.0.0.1:${port}`, left: left.promise, taken: () => taken }
  }

  test('the send times out and is retryable', async () => {
    const talker = await startTalker()
    const transport = smtpTransport(secret(talker.url), from, 500)
    onTestFinished(() => transport.close())
    expect(await transport.send(parcelTo('ada@example.org'))).toMatchObject({ kind: 'unavailable' })
    await talker.left
  })

  test('a hanging SMTP connection does not keep the process alive', async () => {
    const talker = await startTalker()
    const ending = new AbortController()
    const sent = transportTo(talker.url).send(parcelTo('ada@example.org'), ending.signal)
    await expect.poll(talker.taken).toBe(1)
    ending.abort()
    expect(await sent).toMatchObject({ kind: 'unavailable' })
    await talker.left
  })
})

test('failure reasons contain neither addresses nor server responses', async () => {
  const server = await startMailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('ada@example.org unknown'), { responseCode: 550 })),
  })
  const result = await transportTo(server.url).send(parcelTo('ada@example.org'))
  expect(JSON.stringify(result)).not.toContain('ada')
})

test('a notice is sent by SMTP', async () => {
  const server = await startMailServer()
  const message = accountChangedMail({ project, to: 'ada@example.org', change: 'password-changed', at: 0 })
  const rendered = renderMessage(message, 0, brought.notices)
  await transportTo(server.url).send({ ...parcelTo(message.to), id: 'n', rendered })
  expect(server.mails[0]?.text).toContain('password')
})

describe('8: SMTP password', () => {
  /** Starts a server without TLS that records passwords. `127.1` is an alias of localhost that is not recognized as local. */
  const open = async () => {
    const passwords: unknown[] = []
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) => {
        passwords.push(password)
        done(null, { user: 'user' })
      },
    })
    const at = (host: string, query = '') =>
      `${server.url.replace('smtp://127.0.0.1', `smtp://user:hunter2@${host}`)}${query}`
    return { server, passwords, at }
  }

  test.each([
    '',
    '?requireTLS=false',
    '?ignoreTLS=true',
    '?secure=false&ignoreTLS=true&requireTLS=false',
    '?opportunisticTLS=true',
  ])('never goes to another machine in clear, whatever the address says (%j)', async query => {
    const { server, passwords, at } = await open()
    const result = await transportTo(at('127.1', query)).send(parcelTo('ada@example.org'))
    expect(result).toMatchObject({ kind: 'unavailable' })
    expect([passwords, server.mails]).toEqual([[], []])
  })

  test('a password may be sent unencrypted to a server on localhost', async () => {
    const { server, passwords, at } = await open()
    expect(await transportTo(at('127.0.0.1')).send(parcelTo('ada@example.org'))).toEqual({ kind: 'sent' })
    expect([passwords, server.mails.length]).toEqual([['hunter2'], 1])
  })
})
