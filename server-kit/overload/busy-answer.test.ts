import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createBusyAnswer } from './busy-answer.ts'

/** Returns the response to a request. */
const answerTo = (method: string, said: Partial<ServerResponse> = {}, accept = 'text/html') => {
  const headers: Record<string, unknown> = {}
  const bodies: string[] = []
  const outgoing = {
    ...said,
    writeHead: (status: number, more: object) => Object.assign(headers, more, { status }),
    end: (body: string) => void bodies.push(body),
  } as unknown as ServerResponse
  createBusyAnswer({})({ method, headers: { accept } } as IncomingMessage, outgoing)
  return { headers, bodies }
}

test.each(['GET', 'HEAD'])('a page requested by %s offers a plain reload', method => {
  expect(answerTo(method).bodies[0]).toContain('<a href="">try again</a>')
})

test.each(['POST', 'PUT', 'DELETE'])('a request sent by %s must be sent again by the user', method => {
  const [page] = answerTo(method).bodies
  expect(page).toContain('has not been taken in')
  expect(page).not.toContain('<a ')
})

test('the busy page’s CSP allows only its own styles', () => {
  const { headers, bodies } = answerTo('GET')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(bodies[0] ?? '') ?? []
  expect(String(headers['Content-Security-Policy']).split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})

test.each([{ destroyed: true }, { headersSent: true }])('a closed connection gets no response: %j', said => {
  expect(answerTo('GET', said)).toEqual({ headers: {}, bodies: [] })
})
