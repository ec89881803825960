import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { bodyWaitedFor, whenBodyIsThere } from './shed-load.ts'

/** Creates a request whose body the test delivers, and a flag for its admission. */
const requestWith = (method: string, headers: Record<string, string>) => {
  const pushed: unknown[] = []
  const incoming = { method, headers, push: (chunk: unknown) => pushed.push(chunk) > 0 } as unknown as IncomingMessage
  let letIn = 0
  whenBodyIsThere(incoming, () => letIn++)
  return {
    arrives: (size: number | null) => incoming.push(size === null ? null : Buffer.alloc(size)),
    pushed,
    times: () => letIn,
  }
}

describe('requests admitted at once', () => {
  test.each<[string, string, Record<string, string>]>([
    ['that only reads, whatever it says of a body', 'GET', { 'content-length': '9' }],
    ['that only asks for headers', 'HEAD', { 'transfer-encoding': 'chunked' }],
    ['that only asks what may be done', 'OPTIONS', { 'content-length': '9' }],
    ['without a body', 'POST', {}],
    ['with an empty body', 'POST', { 'content-length': '0' }],
    ['with a body that is too large, to be refused unread', 'POST', { 'content-length': String(bodyWaitedFor + 1) }],
    ['with a length that is none', 'POST', { 'content-length': 'nine' }],
  ])('a request %s is admitted at once', (_, method, headers) => {
    expect(requestWith(method, headers).times()).toBe(1)
  })
})

describe('requests waiting for their body', () => {
  test.each<[string, Record<string, string>]>([
    ['of one byte', { 'content-length': '1' }],
    ['of the largest length', { 'content-length': String(bodyWaitedFor) }],
    ['of no length', { 'transfer-encoding': 'chunked' }],
  ])('a request %s is admitted once when its body is complete', (_, headers) => {
    const { arrives, pushed, times } = requestWith('POST', headers)
    expect(times()).toBe(0)
    arrives(1)
    expect(times()).toBe(0)
    arrives(null)
    expect(times()).toBe(1)
    expect(pushed).toEqual([Buffer.alloc(1), null])
  })

  test('waiting is limited to bodies up to the read limit', () => {
    const { arrives, times } = requestWith('POST', { 'transfer-encoding': 'chunked' })
    arrives(bodyWaitedFor - 1)
    arrives(1)
    expect(times()).toBe(0)
    arrives(1)
    expect(times()).toBe(1)
    arrives(null)
    expect(times()).toBe(1)
  })
})
