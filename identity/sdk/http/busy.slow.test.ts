import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sdkPrefix } from '@corroborate/wire/call'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningIdentity, runIdentity } from '../../testing/index.ts'

// A provider with room for one running and one queued request, under ten concurrent requests.

const dataDir = mkdtempSync(join(tmpdir(), 'identity-busy-'))
const site = 'http://localhost:5000'
let provider: RunningIdentity

beforeAll(async () => {
  provider = await runIdentity(dataDir, { REQUESTS_AT_WORK: '1', REQUESTS_WAITING: '1' })
})
afterAll(async () => {
  await provider?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends a request ten times in one packet, so that all of them are there before one is worked on; resolves with the heads of the answers. */
const askTenTimes = async (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const { hostname, port, host } = new URL(provider.origin)
  const lines = Object.entries({ Host: host, Origin: site, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.setEncoding('utf8').on('data', text => {
    heard += text
  })
  const heads = () => heard.match(/HTTP\/1\.1 \d{3} .*?\r\n\r\n/gs) ?? []
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`.repeat(10))
  await expect.poll(() => heads().length).toBe(10)
  socket.destroy()
  return heads()
}

test('a provider under load answers every preflight, and pages can read the rejection', async () => {
  const path = sdkPrefix + endpoints.magicLinks.authenticate.path
  const asked = await askTenTimes('OPTIONS', path, { 'Access-Control-Request-Method': 'POST' })
  expect(asked.map(head => head.slice(0, 12))).toEqual(Array(10).fill('HTTP/1.1 204'))
  for (const head of asked) {
    expect(head).toContain(`Access-Control-Allow-Origin: ${site}`)
    expect(head).toMatch(/Access-Control-Allow-Headers: .*authorization/i)
  }
  // Some were answered while there was no room: browsers do not keep those.
  expect(asked.filter(head => head.includes('Access-Control-Max-Age: 0')).length).toBeGreaterThan(0)

  const refused = (await askTenTimes('GET', `${sdkPrefix}/users/me`, {})).filter(head => head.includes(' 503 '))
  expect(refused.length).toBeGreaterThan(0)
  for (const head of refused) {
    expect(head).toContain(`Access-Control-Allow-Origin: ${site}`)
    expect(head).toContain('Retry-After: 2')
  }
})
