import { describe, expect, test } from 'vitest'
import { isFiltered, readFilters, writeFilters } from './queue.ts'

const none = { queue: null, paper: null, person: null, signal: null, age: null }
const read = (query: string) => readFilters(new URLSearchParams(query))

describe('moderation queue filters', () => {
  test('filters round-trip through the URL', () => {
    const query = 'queue=audit&paper=10.1000%2Fx&person=comment%3Aa-1&signal=links&age=week'
    const filters = read(query)
    expect(filters).toEqual({
      queue: 'audit',
      paper: '10.1000/x',
      person: { kind: 'comment', id: 'a-1' },
      signal: 'links',
      age: 'week',
    })
    expect(new URLSearchParams(writeFilters(filters) as Record<string, string>).toString()).toBe(query)
    expect(isFiltered(filters)).toBe(true)
  })

  test.each(['paper=10.1000/x', 'person=comment:a', 'signal=links', 'age=week'])(
    'filters exclude entries by %s',
    query => expect(isFiltered(read(query))).toBe(true),
  )

  test('no filter excludes anything within a queue', () => expect(isFiltered(read('queue=audit'))).toBe(false))

  test.each([
    '',
    'queue=nothing',
    'paper=x',
    'person=comment:1:2',
    'person=x:comment:1',
    'person=vote:1',
    'signal=%25',
    'age=toString',
  ])('leave out what makes no sense: %j', query => {
    expect(read(query)).toEqual(none)
    expect(isFiltered(read(query))).toBe(false)
  })
})
