import { expect, test } from 'vitest'
import { mergeFactor, type ProvedFactor } from './issue-session.ts'

const [first, later] = [1_800_000_000_000, 1_800_000_060_000]
const at = (time: number) => new Date(time).toISOString()
const password: ProvedFactor = { type: 'password', delivery_method: 'knowledge' }
const mailed = (id: string): ProvedFactor => ({
  type: 'magic_link',
  delivery_method: 'email',
  email_factor: { email_id: id, email_address: `${id}@example.org` },
})

test('proving a factor again updates its time, and a different factor is added', () => {
  const once = mergeFactor(mergeFactor(mergeFactor([], password, first), mailed('a'), first), mailed('b'), first)
  expect(mergeFactor(once, mailed('a'), later)).toEqual([
    { ...password, last_authenticated_at: at(first) },
    { ...mailed('b'), last_authenticated_at: at(first) },
    { ...mailed('a'), last_authenticated_at: at(later) },
  ])
})

test('factors are compared regardless of field order', () => {
  const [{ ...kept } = expect.fail()] = mergeFactor([], password, first)
  const turned = { delivery_method: kept.delivery_method, type: kept.type } as ProvedFactor
  expect(mergeFactor([kept], turned, later)).toEqual([{ ...password, last_authenticated_at: at(later) }])
})
