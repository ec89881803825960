import { expect, test } from 'vitest'
import { createCheckSlots, type Slot } from './check.ts'

const take = (slots: ReturnType<typeof createCheckSlots>, count: number, address: (n: number) => string): Slot[] =>
  Array.from({ length: count }, (_, n) => slots.take(address(n)))
const kinds = (slots: Slot[]) => slots.map(({ kind }) => kind)

test('an IP address has at most six concurrent checks, and another when one ends', () => {
  const slots = createCheckSlots()
  const taken = take(slots, 7, () => '192.0.2.1')
  expect(kinds(taken)).toEqual([...new Array(6).fill('taken'), 'too-many'])
  expect(slots.take('192.0.2.2').kind).toBe('taken')
  const [first] = taken
  if (first?.kind === 'taken') first.release()
  expect(slots.take('192.0.2.1').kind).toBe('taken')
  expect(slots.take('192.0.2.1').kind).toBe('too-many')
})

test('an IPv6 /64 counts as one address, and a /48 leaves checks to others', () => {
  const slots = createCheckSlots()
  expect(kinds(take(slots, 7, n => `2001:db8::${n}`)).at(-1)).toBe('too-many')
  const others = take(slots, 7, n => `2001:db8:0:${n + 1}::1`)
  expect(kinds(others)).toEqual([...new Array(6).fill('taken'), 'too-many'])
  expect(slots.take('2001:db8:1::1').kind).toBe('taken')
})

test('addresses of one network share the threads as one sender', () => {
  const slots = createCheckSlots()
  const senders = take(slots, 2, n => `2001:db8:0:${n}::1`).map(slot => (slot.kind === 'taken' ? slot.sender : null))
  expect(new Set(senders).size).toBe(1)
})

test('sixteen checks run concurrently, and the next is asked to wait', () => {
  const slots = createCheckSlots()
  const taken = take(slots, 17, n => `192.0.2.${n}`)
  expect(kinds(taken)).toEqual([...new Array(16).fill('taken'), 'busy'])
  for (const slot of taken) if (slot.kind === 'taken') slot.release()
  expect(kinds(take(slots, 16, n => `192.0.2.${n}`))).not.toContain('busy')
})
