import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { brokenRequests } from './broken-requests.ts'

const toJson = ({ status, kind }: { status: number; kind: string }) => ({ status, kind })

/** Creates a server connection for Node's client errors. */
const connection = (state: object = {}) => {
  const server = new EventEmitter()
  brokenRequests({ toJson }).attach(server as unknown as Server)
  const written: string[] = []
  const heard = { destroyed: 0 }
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    _httpMessage: null,
    ...state,
    destroy: () => void heard.destroyed++,
    end: (text: string, sent: () => void) => {
      written.push(text)
      sent()
    },
  })
  const fail = (code: string) => server.emit('clientError', Object.assign(new Error('broken'), { code }), socket)
  return { server, socket, fail, written, heard }
}

test.each([
  ['HPE_HEADER_OVERFLOW', 431, 'body-too-large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'body-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'bad-request'],
  ['HPE_INVALID_METHOD', 400, 'bad-request'],
])('%s returns %i', (code, status, kind) => {
  const { fail, written } = connection()
  fail(code)
  expect(written).toHaveLength(1)
  const [head = '', body = ''] = (written[0] ?? '').split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z].*\r\n`))
  expect(JSON.parse(body)).toEqual({ status, kind })
})

test('a response counts as started only once its headers are sent', () => {
  const { fail, written } = connection({ _httpMessage: { headersSent: false } })
  fail('HPE_INVALID_METHOD')
  expect(written).toHaveLength(1)
})

describe('connection closed without a response', () => {
  test.each([
    ['when the other end has cut it', 'ECONNRESET', {}],
    ['when nothing can be written to it', 'HPE_INVALID_METHOD', { writable: false }],
    ['amid the answer to the request before', 'HPE_INVALID_METHOD', { _httpMessage: { headersSent: true } }],
  ])('the connection is closed without a response %s', (_, code, state) => {
    const { fail, written, heard } = connection(state)
    fail(code)
    expect([written, heard.destroyed]).toEqual([[], 1])
  })
})

test('a connection stays open for a second after its last response so the client can read it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { fail, heard } = connection()
  fail('HPE_INVALID_METHOD')
  vi.advanceTimersByTime(999)
  expect(heard.destroyed).toBe(0)
  vi.advanceTimersByTime(1)
  expect(heard.destroyed).toBe(1)
})

test('a client requesting a tunnel may disconnect without harm', () => {
  const { server, socket, written } = connection()
  server.emit('connect', {}, socket)
  expect(written).toHaveLength(1)
  expect(() => socket.emit('error', new Error('ECONNRESET'))).not.toThrow()
})

test('an error in the listener is the client’s fault only if its request was malformed', async () => {
  const { answer } = brokenRequests({ toJson })
  const theirs = Object.assign(new Error('no URL'), { name: 'RequestError' })
  for (const [error, status] of [
    [theirs, 400],
    [new Error('ours'), 500],
    [{ name: 'RequestError' }, 500],
    [null, 500],
  ] as const) {
    const answered = answer(error)
    expect([answered.status, answered.headers.get('Connection')]).toEqual([status, 'close'])
    expect(await answered.json()).toMatchObject({ status })
  }
})
