import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createLogger } from '@corroborate/server-kit/logging'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { commonPasswordFilter, commonPasswords } from './common-password-lists.ts'
import { buildFilterIfMissing, filterFile, readFilterBits } from './common-passwords.ts'
import { createBreaches, requireHashFile } from './index.ts'

const logger = createLogger('silent')
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()
const nowhere = { file: null, rangeUrl: null }

describe('common password filter', () => {
  const emptyFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'filter-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return join(folder, 'dist')
  }

  test('the stored filter matches the current password lists', () => {
    buildFilterIfMissing()
    expect(Buffer.compare(readFileSync(filterFile()), commonPasswordFilter().bits)).toBe(0)
  })

  test('the filter is built on first start and loaded on the next', () => {
    const folder = emptyFolder()
    const built = readFilterBits(folder)
    expect(Buffer.compare(built, readFileSync(filterFile(folder)))).toBe(0)
    writeFileSync(filterFile(folder), 'kept')
    expect(Buffer.from(readFilterBits(folder)).toString()).toBe('kept')
  })

  test('the build creates the filter once and leaves no other files', () => {
    const folder = emptyFolder()
    expect([buildFilterIfMissing(folder), buildFilterIfMissing(folder)]).toEqual([true, false])
    expect(readdirSync(folder)).toEqual([basename(filterFile(folder))])
  })

  test('the filter is built in memory if its folder is read-only', () => {
    const file = join(emptyFolder(), '..', 'file')
    writeFileSync(file, '')
    const inFile = join(file, 'dist')
    expect(readFilterBits(inFile)).toHaveLength(readFilterBits().length)
    expect(() => buildFilterIfMissing(inFile)).toThrow(/ENOTDIR|EEXIST/)
  })

  test('the filter’s file name contains the versions of its lists', () => {
    expect(basename(filterFile())).toMatch(/^common-passwords-\d+\.\d+\.\d+-\d+\.\d+\.\d+\.bloom$/)
  })

  test('the filter contains every listed password, in lower and upper case', () => {
    const { isListed } = createBreaches(nowhere, logger)
    const passwords = [...commonPasswords()]
    expect(passwords.length).toBeGreaterThan(75_000)
    expect(passwords.find(password => !isListed(password))).toBeUndefined()
    expect(isListed('QWERTYUIOP')).toBe(true)
  })

  test('the filter’s false positive rate is at most 1 in 20,000', () => {
    const { isListed } = createBreaches(nowhere, logger)
    let wrong = 0
    for (let n = 0; n < 100_000; n++) if (isListed(`no such password ${n}`)) wrong++
    expect(wrong).toBeLessThanOrEqual(5)
  })
})

describe('breached password hash file', () => {
  const fileOf = (passwords: readonly string[], end = '\r\n'): string => {
    const folder = mkdtempSync(join(tmpdir(), 'breaches-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lines = passwords.map((password, n) => `${sha1(password)}:${10 ** (n % 7)}`)
    writeFileSync(join(folder, 'hashes.txt'), lines.toSorted().join(end))
    return join(folder, 'hashes.txt')
  }

  test.each([1, 2, 3, 1_000])('each hash in a file of %d lines is found, and no other', async count => {
    const known = Array.from({ length: count }, (_, n) => `known to a leak ${n}`)
    for (const end of ['\n', '\r\n']) {
      const breaches = createBreaches({ file: fileOf(known, end), rangeUrl: null }, logger)
      for (const password of known) expect(await breaches.has(password)).toBe(true)
      for (const password of known) expect(await breaches.has(`${password}, or not`)).toBe(false)
      breaches.close()
    }
  })

  test('a hash file is validated at startup', () => {
    expect(() => requireHashFile(fileOf(['known']))).not.toThrow()
    expect(() => requireHashFile('/nowhere/hashes.txt')).toThrow(/BREACHED_PASSWORDS_FILE .* cannot be read \(ENOENT\)/)
    expect(() => requireHashFile(tmpdir())).toThrow(/cannot be read \(EISDIR\)/)
    expect(() => requireHashFile(filterFile())).toThrow(/does not begin with a SHA-1/)
    const inClear = fileOf([])
    writeFileSync(inClear, 'password:1\n'.repeat(10))
    expect(() => requireHashFile(inClear)).toThrow(/does not begin with a SHA-1/)
  })

  test('a hash file may have lowercase hex and trailing blank lines', async () => {
    const known = Array.from({ length: 20 }, (_, n) => `known to a leak ${n}`)
    const file = fileOf(known)
    writeFileSync(file, `${readFileSync(file, 'utf8').toLowerCase()}\r\n\r\n\r\n`)
    const { isListed } = createBreaches({ file, rangeUrl: null }, logger)
    for (const password of known) expect(isListed(password)).toBe(true)
    for (const password of known) expect(isListed(`${password}, or not`)).toBe(false)
  })

  test('a hash file can be closed before use and reopened on demand', () => {
    const file = fileOf(['known'])
    const breaches = createBreaches({ file, rangeUrl: null }, logger)
    breaches.close()
    expect(breaches.isListed('known')).toBe(true)
    breaches.close()
    const newer = fileOf(['known since'])
    renameSync(newer, file)
    expect([breaches.isListed('known'), breaches.isListed('known since')]).toEqual([false, true])
    breaches.close()
    createBreaches(nowhere, logger).close()
  })

  test('an empty or missing hash file rejects no password', async () => {
    for (const file of [fileOf([]), '/nowhere/hashes.txt']) {
      expect(await createBreaches({ file, rangeUrl: null }, logger).has('lantern gravel opus')).toBe(false)
    }
  })
})

describe('breach lookup service', () => {
  const serve = async (answer: (prefix: string) => { status: number; text: string }) => {
    const asked: string[] = []
    const headers: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      const prefix = request.url?.split('/').at(-1) ?? ''
      asked.push(request.url ?? '')
      headers.push(request.headers)
      const { status, text } = answer(prefix)
      response.writeHead(status).end(text)
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    // So that no answer comes too late on a busy machine.
    const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    onTestFinished(() => patience.mockRestore())
    return { asked, headers, patience, rangeUrl: `http://127.0.0.1:${port}/range` }
  }

  test('the service is queried once with only the first five hex digits of the hash', async () => {
    const leaked = 'lantern gravel opus'
    const padded = 'thimble orbit quartz'
    const { asked, headers, patience, rangeUrl } = await serve(() => ({
      status: 200,
      text: `${sha1(leaked).slice(5)}:3\r\n${sha1(padded).slice(5)}:0`,
    }))
    const breaches = createBreaches({ file: null, rangeUrl }, logger)
    expect(await breaches.has(leaked)).toBe(true)
    expect(await breaches.has(leaked)).toBe(true)
    expect(await breaches.has(padded)).toBe(false)
    expect(asked).toEqual([`/range/${sha1(leaked).slice(0, 5)}`, `/range/${sha1(padded).slice(0, 5)}`])
    // Padding hides the queried range from the response length.
    expect(headers[0]).toMatchObject({ 'add-padding': 'true', 'user-agent': 'Corroborate' })
    // Logins don't wait for the service. A user setting a password waits at most this long, in ms.
    expect(patience.mock.calls).toEqual([[1_500], [1_500]])
  })

  test('service responses are parsed with any line ending and letter case', async () => {
    const leaked = 'lantern gravel opus'
    const suffix = sha1(leaked).slice(5)
    const isKnown = async (text: string) => {
      const { rangeUrl } = await serve(() => ({ status: 200, text }))
      return createBreaches({ file: null, rangeUrl }, logger).has(leaked)
    }
    const others = `${'0'.repeat(35)}:1`
    for (const text of [`${others}\n${suffix}:3\n`, `${others}\r\n${suffix.toLowerCase()}:12\r\n`])
      expect(await isKnown(text)).toBe(true)
    for (const text of [`A${suffix}:3`, `${suffix}:3x`, `${suffix}:`, `${suffix.slice(1)}:3`, `${suffix}:x`])
      expect(await isKnown(text)).toBe(false)
  })

  test('service responses are read up to half a million characters', async () => {
    const leaked = 'lantern gravel opus'
    const line = `${sha1(leaked).slice(5)}:3\n`
    const isKnown = async (length: number) => {
      const { rangeUrl } = await serve(() => ({ status: 200, text: line.padEnd(length, ' ') }))
      return createBreaches({ file: null, rangeUrl }, logger).has(leaked)
    }
    expect([await isKnown(500_000), await isKnown(500_001)]).toEqual([true, false])
  })

  test('a failing service or an invalid response rejects no password', async () => {
    for (const answer of [
      { status: 500, text: `${sha1('lantern gravel opus').slice(5)}:3` },
      { status: 200, text: '<html>' },
    ]) {
      const { rangeUrl } = await serve(() => answer)
      expect(await createBreaches({ file: null, rangeUrl }, logger).has('lantern gravel opus')).toBe(false)
    }
    const gone = createBreaches({ file: null, rangeUrl: 'http://127.0.0.1:1/range' }, logger)
    expect(await gone.has('lantern gravel opus')).toBe(false)
  })
})

describe('operator warnings about breach sources', () => {
  const heard: unknown[] = []
  const listening = { warn: (facts: unknown) => void heard.push(facts) }

  test('an unavailable breach source is logged with the reason', async () => {
    heard.length = 0
    const sources = { file: '/nowhere/hashes.txt', rangeUrl: 'http://127.0.0.1:1/range' }
    await createBreaches(sources, listening).has('lantern gravel opus')
    expect(heard).toEqual([
      { source: 'file', reason: expect.stringContaining('ENOENT') },
      { source: 'service', reason: 'TypeError: fetch failed' },
    ])
  })

  test('an unconfigured breach source is not logged', async () => {
    heard.length = 0
    expect(await createBreaches(nowhere, listening).has('lantern gravel opus')).toBe(false)
    expect(heard).toEqual([])
  })
})
