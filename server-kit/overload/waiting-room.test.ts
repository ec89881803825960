import { describe, expect, test } from 'vitest'
import { createWaitingRoom, type Room } from './waiting-room.ts'

const roomFor = (room: Partial<Room<string>> = {}) =>
  createWaitingRoom<string, number>({ atWork: () => 2, waiting: 3, patience: 500, ...room })

/** Starts all requests that can run now, in order. */
const begin = (room: ReturnType<typeof roomFor>): string[] => {
  const begun: string[] = []
  for (let turn = room.next(); turn !== null; turn = room.next()) begun.push(`${turn.share} ${turn.request}`)
  return begun
}

describe('waiting room', () => {
  test('slots and queue are FIFO with limits, and the next request is rejected', () => {
    const room = roomFor()
    expect([1, 2, 3, 4, 5, 6].map(n => room.enter('page', n, 0))).toEqual([true, true, true, true, true, false])
    expect(begin(room)).toEqual(['page 1', 'page 2'])
    expect(room.hasNext()).toBe(false)
    expect(room.enter('page', 7, 0)).toBe(false)
    room.leave('page')
    expect(room.hasNext()).toBe(true)
    expect(begin(room)).toEqual(['page 3'])
    expect(room.enter('page', 8, 0)).toBe(true)
    expect(room.enter('page', 9, 0)).toBe(false)
  })

  test('a full share leaves room for another', () => {
    const room = roomFor()
    for (let n = 0; n < 10; n++) room.enter('page', n, 0)
    begin(room)
    expect(room.enter('vote', 1, 0)).toBe(true)
    expect(begin(room)).toEqual(['vote 1'])
  })

  test('a share has at most its number of concurrent requests', () => {
    const room = roomFor({ atWork: share => (share === 'search' ? 1 : 3) })
    for (let n = 1; n <= 4; n++) {
      room.enter('search', n, 0)
      room.enter('page', n, 0)
    }
    expect(begin(room)).toEqual(['search 1', 'page 1', 'page 2', 'page 3'])
    expect([room.enter('search', 5, 0), room.enter('page', 5, 0)]).toEqual([false, true])
  })

  test('shares take turns, however many of one are waiting', () => {
    const room = roomFor({ atWork: () => 10 })
    for (let n = 1; n <= 4; n++) room.enter('page', n, 0)
    room.enter('vote', 1, 0)
    room.enter('health', 1, 0)
    expect(begin(room)).toEqual(['page 1', 'vote 1', 'health 1', 'page 2', 'page 3', 'page 4'])
  })

  test('the only waiting request is found whichever share’s turn it is', () => {
    const room = roomFor({ atWork: () => 10 })
    const shares = ['page', 'vote', 'health']
    for (const share of shares) room.enter(share, 1, 0)
    begin(room)
    for (const before of shares) {
      for (const share of shares) {
        room.enter(before, 2, 0)
        expect(begin(room)).toEqual([`${before} 2`])
        room.leave(before)
        room.enter(share, 3, 0)
        expect(begin(room)).toEqual([`${share} 3`])
        room.leave(share)
      }
    }
  })

  test('requests are rejected when their patience ends, not earlier', () => {
    const room = roomFor({ atWork: () => 1 })
    room.enter('page', 1, 0)
    begin(room)
    expect(room.firstDeadline()).toBeNull()
    room.enter('page', 2, 100)
    room.enter('vote', 1, 200)
    room.enter('page', 3, 300)
    expect(room.firstDeadline()).toBe(600)
    expect(room.takeImpatient(599)).toEqual([])
    expect(room.takeImpatient(600)).toEqual([{ share: 'page', request: 2 }])
    expect(room.firstDeadline()).toBe(700)
    expect(room.takeImpatient(10_000)).toEqual([
      { share: 'page', request: 3 },
      { share: 'vote', request: 1 },
    ])
    expect(room.firstDeadline()).toBeNull()
  })
})
