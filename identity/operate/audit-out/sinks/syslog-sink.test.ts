import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hostNamed, syslogMessage, syslogSink } from './syslog-sink.ts'

const never = new AbortController().signal
const line = (seq: number) => ({ seq, text: JSON.stringify({ seq, at: '2030-01-01T00:00:00.000Z', name: 'Zoë' }) })
const messageOf = (seq: number, host = hostNamed(hostname())) =>
  `<109>1 2030-01-01T00:00:00.000Z ${host} corroborate-identity - audit-${seq} - ${line(seq).text}`

/** Open sockets for datagrams. */
const udpHandles = () => process.getActiveResourcesInfo().filter(kind => kind === 'UDPWrap').length

test('a syslog message contains the entry’s time, the host and its number', () => {
  expect(syslogMessage(line(7), 'machine')).toBe(messageOf(7, 'machine'))
})

describe.each([
  ['127.0.0.1', '127.0.0.1', 'udp4'],
  ['::1', '[::1]', 'udp6'],
] as const)('syslog over UDP to %s', (address, inUrl, kind) => {
  test('each line is one datagram', async () => {
    const socket = createSocket(kind)
    socket.bind(0, address)
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    const got: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.on('message', message => {
      if (got.push(message.toString()) === 2) resolve()
    })
    const url = `udp://${inUrl}:${socket.address().port}`
    const { place, send } = syslogSink(url)
    expect(place).toBe(`syslog ${url}`)
    await send([line(1), line(2)], never)
    await promise
    // The one of this test alone.
    await expect.poll(udpHandles).toBe(1)
    expect(got).toEqual([messageOf(1), messageOf(2)])
  })
})

test('a line too long for a datagram is rejected', async () => {
  const long = { seq: 1, text: JSON.stringify({ at: 'x'.repeat(70_000) }) }
  await expect(syslogSink('udp://127.0.0.1:9').send([long], never)).rejects.toThrow('EMSGSIZE')
})

test.each([
  ['a name that is no ASCII', 'Zoë’s machine\u0007', 'Zosmachine'],
  ['a name of nothing else', 'ëé', '-'],
  ['a long name', 'x'.repeat(300), 'x'.repeat(255)],
  ['the first and the last letter that it may have', '!~', '!~'],
])('the hostname of a machine with %s is printable ASCII', (_, name, host) => expect(hostNamed(name)).toBe(host))

/** A sink to a server. */
const listening = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return syslogSink(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

describe('syslog over TCP', () => {
  test('all lines are sent with octet-counted framing', async () => {
    const server = createServer()
    const received = once(server, 'connection').then(([socket]) => text(socket as Socket))
    const { send } = await listening(server)
    await send([line(1), line(2)], never)
    const framed = [1, 2].map(seq => `${Buffer.byteLength(messageOf(seq))} ${messageOf(seq)}`)
    expect(await received).toBe(framed.join(''))
  })

  test('an unreachable server rejects the lines', async () => {
    const server = createServer()
    const { send } = await listening(server)
    server.close()
    await once(server, 'close')
    await expect(send([line(1)], never)).rejects.toThrow('ECONNREFUSED')
  })

  test('lines not fully sent when aborted are rejected', async () => {
    const server = createServer(socket => void socket.pause())
    const { send } = await listening(server)
    const stop = new AbortController()
    server.once('connection', socket => {
      onTestFinished(() => void socket.destroy())
      stop.abort()
    })
    const long = { seq: 1, text: JSON.stringify({ at: 'x'.repeat(20_000_000) }) }
    await expect(send([long], stop.signal)).rejects.toThrow('aborted')
  })

  test('nothing is sent after an abort', async () => {
    const server = createServer()
    const { send } = await listening(server)
    await expect(send([line(1)], AbortSignal.abort())).rejects.toThrow('aborted')
  })
})
