import { describe, expect, test } from 'vitest'
import { noticeOf, noticeQuery } from './notice.ts'

const read = (query: string) => noticeOf(new URLSearchParams(query))

describe('confirmation after a decision', () => {
  test('the confirmation is read from the query', () => {
    const decided = { kind: 'audit', id: 'a-1', status: 'rejected', version: 13 } as const
    expect(noticeOf(new URLSearchParams([[...noticeQuery.done(decided)]]))).toEqual({
      kind: 'decided',
      of: 'audit',
      id: 'a-1',
      status: 'rejected',
      version: 13,
    })
    expect(noticeOf(new URLSearchParams([[...noticeQuery.bulk(17, 12)]]))).toEqual({
      kind: 'bulk',
      done: 17,
      changed: 12,
    })
  })

  test.each([
    '',
    'done=',
    'done=paper.1.approved.1',
    'done=comment.1.deleted.1',
    'done=comment.<b>.approved.1',
    'done=x.comment.a.approved.1',
    'done=comment.a.approved.1x',
    'bulk=1',
    'bulk=x1.2',
    'bulk=1.2x',
  ])('is nothing for %j', query => {
    expect(read(query)).toBe(null)
  })
})
