import { describe, expect, test } from 'vitest'
import { createSealer } from './sealer.ts'

const one = 'o'.repeat(43)
const two = 't'.repeat(43)
const row = { table: 'totps', projectId: 'project-test-1', id: 'totp-test-1' } as const
const text = 'JBSWY3DPEHPK3PXP'

test('derived keys are equal across processes with the same secret, and differ by label and secret', () => {
  const derived = createSealer([one]).derive(text)
  expect(derived).toMatch(/^[\w-]{43}$/)
  expect(createSealer([one, two]).derive(text)).toBe(derived)
  expect(createSealer([one]).derive(`${text}1`)).not.toBe(derived)
  expect(createSealer([two, one]).derive(text)).not.toBe(derived)
})

describe('encrypted value', () => {
  test.each(['', text, 'ключ 🔑', 'x'.repeat(10_000)])('an encrypted value decrypts to its original', value => {
    const sealer = createSealer([one])
    const sealed = sealer.seal(value, row)
    expect(sealed).toMatch(/^sealed-1\.[0-9a-f]{16}\.[\w-]+$/)
    expect(sealed.startsWith(sealer.prefixes[0] ?? '-')).toBe(true)
    expect(sealer.open(sealed, row)).toBe(value)
    // Another process with the same secret opens it too.
    expect(createSealer([one]).open(sealed, row)).toBe(value)
  })

  test('an encrypted value reveals neither its text nor equality with another', () => {
    const { seal } = createSealer([one])
    const [first, second] = [seal(text, row), seal(text, row)]
    expect(first).not.toBe(second)
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').includes(text)).toBe(false)
  })

  test('an encrypted value decrypts in its own row only', () => {
    const { seal, open } = createSealer([one])
    const sealed = seal(text, row)
    for (const other of [
      { ...row, table: 'signing_keys' as const },
      { ...row, projectId: 'project-test-2' },
      { ...row, id: 'totp-test-2' },
    ]) {
      expect(() => open(sealed, other)).toThrow()
    }
  })

  test('a tampered or truncated encrypted value does not decrypt', () => {
    const { seal, open } = createSealer([one])
    const sealed = seal(text, row)
    const start = sealed.lastIndexOf('.') + 1
    const bytes = Buffer.from(sealed.slice(start), 'base64url')
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => open(sealed.slice(0, start) + changed.toString('base64url'), row)).toThrow()
    }
    for (const cut of [sealed.slice(0, start), sealed.slice(0, -8), sealed.slice(0, start + 8), '', text]) {
      expect(() => open(cut, row)).toThrow()
    }
  })

  test('a shortened authentication tag is rejected before comparison', () => {
    const { prefixes, open } = createSealer([one])
    for (const size of [4, 8, 12, 15]) {
      expect(() => open(`${prefixes[0]}${Buffer.alloc(size).toString('base64url')}`, row)).toThrow(/tag length/)
    }
  })

  test('encrypting requires a secret', () => {
    expect(() => createSealer([])).toThrow('No encryption secret is configured.')
  })

  test('values decrypt with an older secret, and the newest one encrypts', () => {
    const old = createSealer([one]).seal(text, row)
    const both = createSealer([two, one])
    expect(both.open(old, row)).toBe(text)
    const young = both.seal(text, row)
    expect(createSealer([two]).open(young, row)).toBe(text)
    expect(() => createSealer([two]).open(old, row)).toThrow('encrypted with a different secret')
    expect(() => createSealer([one]).open(young, row)).toThrow('encrypted with a different secret')
  })
})
