import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { createRefreshQueue } from './create-papers.ts'

const doi = (n: number): Doi => doiFromText(`10.1000/${n}`) as Doi
const hour = 3_600_000

/** A queue whose timers and clock advance only by `pass`. */
const open = ({ fails = false } = {}) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const written: Doi[][] = []
  const errors: unknown[] = []
  const service = { isReachable: true }
  const queue = createRefreshQueue({
    enqueue: async dois => {
      if (fails) throw new Error('The disk is full.')
      written.push([...dois])
    },
    isWorthwhile: () => service.isReachable,
    onError: error => errors.push(error),
    now: Date.now,
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const view = (from: number, to: number): void => {
    for (let n = from; n < to; n++) queue.refreshLater(doi(n))
  }
  return { queue, written, errors, service, pass, view }
}

describe('papers to refresh', () => {
  test('at most ten refreshes are queued per second, whatever the traffic', async () => {
    const { written, pass, view } = open()
    view(0, 500)
    await pass(999)
    expect(written).toEqual([])
    await pass(1)
    expect(written).toEqual([Array.from({ length: 10 }, (_, n) => doi(n))])
    for (let second = 1; second <= 60; second++) {
      view(second * 500, (second + 1) * 500)
      await pass(1_000)
    }
    expect([written.length, new Set(written.map(({ length }) => length))]).toEqual([61, new Set([10])])
  })

  test('each paper is queued at most once an hour', async () => {
    const { written, pass, view } = open()
    for (let minute = 0; minute < 60; minute++) {
      view(1, 2)
      await pass(60_000)
    }
    expect(written).toEqual([[doi(1)]])
    view(1, 2)
    await pass(1_000)
    expect(written).toEqual([[doi(1)], [doi(1)]])
  })

  test('a paper counts as queued only if it was, otherwise the next view retries', async () => {
    const { written, pass, view } = open()
    view(0, 11)
    await pass(1_000)
    view(0, 11)
    await pass(1_000)
    expect(written.map(({ length }) => length)).toEqual([10, 1])
    expect(written[1]).toEqual([doi(10)])
  })

  test('no papers are queued while no service is reachable, and none are forgotten', async () => {
    const { service, written, pass, view } = open()
    service.isReachable = false
    view(0, 3)
    await pass(2_000)
    expect(written).toEqual([])
    service.isReachable = true
    view(0, 3)
    await pass(1_000)
    expect(written).toEqual([[doi(0), doi(1), doi(2)]])
  })

  test('pending papers are written once on shutdown', async () => {
    const { queue, written, pass, view } = open()
    view(0, 2)
    await queue.close()
    expect(written).toEqual([[doi(0), doi(1)]])
    await pass(hour)
    expect(written).toHaveLength(1)
  })

  test('a failed write is logged and does not block others', async () => {
    const { errors, pass, view } = open({ fails: true })
    view(0, 1)
    await pass(1_000)
    view(1, 2)
    await pass(1_000)
    expect(errors).toEqual([new Error('The disk is full.'), new Error('The disk is full.')])
  })
})
