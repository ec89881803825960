import { describe, expect, test } from 'vitest'
import { createSealer } from './index.ts'

const one = 'o'.repeat(43)
const two = 't'.repeat(43)
const row = { table: 'totps', projectId: 'project-test-1', id: 'totp-test-1' } as const
const text = 'JBSWY3DPEHPK3PXP'

test('what is derived is the same in each process with the secret, and another for another text or secret', () => {
  const derived = createSealer([one]).derive(text)
  expect(derived).toMatch(/^[\w-]{43}$/)
  expect(createSealer([one, two]).derive(text)).toBe(derived)
  expect(createSealer([one]).derive(`${text}1`)).not.toBe(derived)
  expect(createSealer([two, one]).derive(text)).not.toBe(derived)
})

describe('a sealed value', () => {
  test.each(['', text, 'ключ 🔑', 'x'.repeat(10_000)])('opens to what it was', value => {
    const sealer = createSealer([one])
    const sealed = sealer.seal(value, row)
    expect(sealed).toMatch(/^sealed-1\.[0-9a-f]{16}\.[\w-]+$/)
    expect(sealed.startsWith(sealer.prefixes[0] ?? '-')).toBe(true)
    expect(sealer.open(sealed, row)).toBe(value)
    // Another process with the same secret opens it too.
    expect(createSealer([one]).open(sealed, row)).toBe(value)
  })

  test('shows neither its text nor that it is the same as another', () => {
    const { seal } = createSealer([one])
    const [first, second] = [seal(text, row), seal(text, row)]
    expect(first).not.toBe(second)
    expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').includes(text)).toBe(false)
  })

  test('opens in its own row only', () => {
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

  test('does not open when any part of it was changed or left out', () => {
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

  test('is refused with a tag cut short, which would be easier to forge, before the tag is compared', () => {
    const { prefixes, open } = createSealer([one])
    for (const size of [4, 8, 12, 15]) {
      expect(() => open(`${prefixes[0]}${Buffer.alloc(size).toString('base64url')}`, row)).toThrow(/tag length/)
    }
  })

  test('needs a secret', () => {
    expect(() => createSealer([])).toThrow('There is no secret to seal under.')
  })

  test('opens under an older secret; the newest seals', () => {
    const old = createSealer([one]).seal(text, row)
    const both = createSealer([two, one])
    expect(both.open(old, row)).toBe(text)
    const young = both.seal(text, row)
    expect(createSealer([two]).open(young, row)).toBe(text)
    expect(() => createSealer([two]).open(old, row)).toThrow('sealed under a secret which is not here')
    expect(() => createSealer([one]).open(young, row)).toThrow('sealed under a secret which is not here')
  })
})
