import { expect, test } from 'vitest'
import { createFairQueue } from './worker-pool.ts'

const queueOf = (...names: string[]) => {
  const queue = createFairQueue<{ sender: string | null; name: string }>()
  const items = names.map(name => ({ sender: name.startsWith('-') ? null : (name[0] ?? ''), name }))
  for (const item of items) queue.add(item)
  return { queue, items }
}
const all = (queue: ReturnType<typeof queueOf>['queue']) => {
  const names: string[] = []
  for (let item = queue.next(() => true); item !== undefined; item = queue.next(() => true)) names.push(item.name)
  return names
}

test('senders take turns while each sender’s requests stay in order', () => {
  expect(all(queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2').queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('requests without a sender are FIFO', () => {
  expect(all(queueOf('-1', '-2', '-3').queue)).toEqual(['-1', '-2', '-3'])
})

test('a sender at its limit is skipped and keeps its place', () => {
  const { queue } = queueOf('a1', 'b1', 'a2')
  expect(queue.next(sender => sender !== 'a')?.name).toBe('b1')
  expect(queue.next(sender => sender !== 'a')).toBeUndefined()
  expect(queue.size()).toBe(2)
  expect(all(queue)).toEqual(['a1', 'a2'])
})

test('a removed request does not run, and removing a missing one is no error', () => {
  const { queue, items } = queueOf('a1', 'a2')
  const [first] = items
  if (first === undefined) throw new Error('two were added')
  queue.remove(first)
  queue.remove(first)
  expect(queue.size()).toBe(1)
  expect(all(queue)).toEqual(['a2'])
})
