import type { Turn, WaitingRoom } from './waiting-room.ts'

/** Maximum duration of a round of work before reading more requests, in ms. */
const longestRound = 20

type Parts<Share, Request> = {
  room: Pick<WaitingRoom<Share, Request>, 'hasNext' | 'next' | 'takeImpatient'>
  /** Begins to work on a request. */
  begin: (turn: Turn<Share, Request>) => void
  refuse: (turn: Turn<Share, Request>) => void
  /** Called when a round has ended. */
  onEnd: () => void
  now: () => number
}

export type Rounds = {
  /** Schedules a round if there is work. */
  schedule: () => void
  /** Notes that a request was read: there is something to read. */
  noteArrival: () => void
  /** True if a round is running or scheduled. */
  isScheduled: () => boolean
}

/**
 * Works on requests in rounds: one after the other for as long as reading took, 20 ms at most; then requests are read for as
 * long as that took, while there is something to read. So at least half of the time goes to work, and as much to letting in
 * and refusing if need be. That takes many short rounds, because Node accepts one connection in each turn of its event loop.
 */
export const createRounds = <Share, Request>({ room, begin, refuse, onEnd, now }: Parts<Share, Request>): Rounds => {
  let scheduled = false
  /** Duration and end of the last round if work remained; null otherwise. */
  let last: { took: number; ended: number } | null = null
  let arrived = false

  const schedule = (): void => {
    if (scheduled || !room.hasNext()) return
    scheduled = true
    setImmediate(round)
  }

  const round = (): void => {
    const began = now()
    const reading = last === null ? 0 : began - last.ended
    if (arrived && last !== null && reading < last.took) {
      arrived = false
      setImmediate(round)
      return
    }
    for (const turn of room.takeImpatient(began)) refuse(turn)
    work({ began, end: began + Math.min(longestRound, reading) }, room.next())
  }

  const work = (times: { began: number; end: number }, turn: Turn<Share, Request> | null): void => {
    if (turn === null) {
      endRound(times.began)
      return
    }
    begin(turn)
    // After everything that this one has put into the queue of microtasks: mostly its whole answer.
    queueMicrotask(() => process.nextTick(() => work(times, now() < times.end ? room.next() : null)))
  }

  const endRound = (began: number): void => {
    scheduled = false
    arrived = false
    schedule()
    last = scheduled ? { took: now() - began, ended: now() } : null
    onEnd()
  }

  return {
    schedule,
    noteArrival: () => {
      arrived = true
    },
    isScheduled: () => scheduled,
  }
}
