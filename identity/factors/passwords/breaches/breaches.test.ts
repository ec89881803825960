import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@corroborate/server-kit/logging'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commonPasswordFilter, commonPasswords } from './common-password-lists.ts'
import { filterFile } from './common-passwords.ts'
import { createBreaches, requireHashFile } from './index.ts'

const logger = createLogger('silent')
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()
const nowhere = { file: null, rangeUrl: null }

describe('the filter of common passwords', () => {
  test('is the one its script makes', () => {
    expect(Buffer.compare(readFileSync(filterFile), commonPasswordFilter().bits)).toBe(0)
  })

  test('knows every one of them, in any case', () => {
    const { isListed } = createBreaches(nowhere, logger)
    const passwords = [...commonPasswords()]
    expect(passwords.length).toBeGreaterThan(75_000)
    expect(passwords.filter(password => !isListed(password))).toEqual([])
    expect(isListed('QWERTYUIOP')).toBe(true)
  })

  test('takes at most 1 in 20,000 others for one', () => {
    const { isListed } = createBreaches(nowhere, logger)
    let wrong = 0
    for (let n = 0; n < 100_000; n++) if (isListed(`no such password ${n}`)) wrong++
    expect(wrong).toBeLessThanOrEqual(5)
  })
})

describe('a file of hashes', () => {
  const fileOf = (passwords: readonly string[], end = '\r\n'): string => {
    const folder = mkdtempSync(join(tmpdir(), 'breaches-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lines = passwords.map((password, n) => `${sha1(password)}:${10 ** (n % 7)}`)
    writeFileSync(join(folder, 'hashes.txt'), lines.toSorted().join(end))
    return join(folder, 'hashes.txt')
  }

  test.each([1, 2, 3, 1_000])('of %d lines: each is found, no other', async count => {
    const known = Array.from({ length: count }, (_, n) => `known to a leak ${n}`)
    for (const end of ['\n', '\r\n']) {
      const breaches = createBreaches({ file: fileOf(known, end), rangeUrl: null }, logger)
      for (const password of known) expect(await breaches.has(password)).toBe(true)
      for (const password of known) expect(await breaches.has(`${password}, or not`)).toBe(false)
      breaches.close()
    }
  })

  test('is asked for at the start, where a mistake can still be mended', () => {
    expect(() => requireHashFile(fileOf(['known']))).not.toThrow()
    expect(() => requireHashFile('/nowhere/hashes.txt')).toThrow(/BREACHED_PASSWORDS_FILE .* cannot be read \(ENOENT\)/)
    expect(() => requireHashFile(tmpdir())).toThrow(/cannot be read \(EISDIR\)/)
    expect(() => requireHashFile(fileURLToPath(filterFile))).toThrow(/does not begin with a SHA-1/)
  })

  test('that is empty or missing stops nobody', async () => {
    for (const file of [fileOf([]), '/nowhere/hashes.txt']) {
      expect(await createBreaches({ file, rangeUrl: null }, logger).has('lantern gravel opus')).toBe(false)
    }
  })
})

describe('a service', () => {
  const serve = async (answer: (prefix: string) => { status: number; text: string }) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      const prefix = request.url?.split('/').at(-1) ?? ''
      asked.push(request.url ?? '')
      const { status, text } = answer(prefix)
      response.writeHead(status).end(text)
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return { asked, rangeUrl: `http://127.0.0.1:${port}/range` }
  }

  test('is asked by five digits, once, and told nothing more', async () => {
    const leaked = 'lantern gravel opus'
    const padded = 'thimble orbit quartz'
    const { asked, rangeUrl } = await serve(() => ({
      status: 200,
      text: `${sha1(leaked).slice(5)}:3\r\n${sha1(padded).slice(5)}:0`,
    }))
    const breaches = createBreaches({ file: null, rangeUrl }, logger)
    expect(await breaches.has(leaked)).toBe(true)
    expect(await breaches.has(leaked)).toBe(true)
    expect(await breaches.has(padded)).toBe(false)
    expect(asked).toEqual([`/range/${sha1(leaked).slice(0, 5)}`, `/range/${sha1(padded).slice(0, 5)}`])
  })

  test('that fails, or answers nonsense, stops nobody', async () => {
    for (const answer of [
      { status: 500, text: '' },
      { status: 200, text: '<html>' },
    ]) {
      const { rangeUrl } = await serve(() => answer)
      expect(await createBreaches({ file: null, rangeUrl }, logger).has('lantern gravel opus')).toBe(false)
    }
    const gone = createBreaches({ file: null, rangeUrl: 'http://127.0.0.1:1/range' }, logger)
    expect(await gone.has('lantern gravel opus')).toBe(false)
  })
})
