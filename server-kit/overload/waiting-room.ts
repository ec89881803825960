/** Capacity of a server by share. */
export type Room<Share> = {
  /** So many are worked on. */
  atWork: (share: Share) => number
  /** So many more wait for their turn. */
  waiting: number
  /** Queue timeout, in ms. */
  patience: number
}

/** A queued request with its share. */
export type Turn<Share, Request> = { share: Share; request: Request }

export type WaitingRoom<Share, Request> = {
  /** Queues a request. Returns false if its share's queue is full. `now` in ms. */
  enter: (share: Share, request: Request, now: number) => boolean
  /**
   * Dequeues the next request and marks it as active; null if none can start. Shares take turns, so that each gets its share of the time
   * under overload.
   */
  next: () => Turn<Share, Request> | null
  /** A request of this share is done. */
  leave: (share: Share) => void
  /** Removes requests that have waited too long. */
  takeImpatient: (now: number) => Turn<Share, Request>[]
  /** Earliest deadline among the queued requests; null if the queue is empty. */
  firstDeadline: () => number | null
  /** True if `next` would return a request. */
  hasNext: () => boolean
}

type Line<Share, Request> = {
  share: Share
  most: number
  atWork: number
  waiting: { request: Request; deadline: number }[]
}

/** FIFO queue per share. Has no clock or timers of its own. */
export const createWaitingRoom = <Share, Request>({
  atWork,
  waiting,
  patience,
}: Room<Share>): WaitingRoom<Share, Request> => {
  const lines: Line<Share, Request>[] = []
  const byShare = new Map<Share, Line<Share, Request>>()
  /** Index of the next share to check. */
  let turn = 0

  const lineOf = (share: Share): Line<Share, Request> => {
    const known = byShare.get(share)
    if (known !== undefined) return known
    const line = { share, most: atWork(share), atWork: 0, waiting: [] }
    byShare.set(share, line)
    lines.push(line)
    return line
  }
  const mayBegin = (line: Line<Share, Request>): boolean => line.waiting.length > 0 && line.atWork < line.most

  return {
    enter: (share, request, now) => {
      const line = lineOf(share)
      // A request that may begin at once does not count as waiting.
      if (line.waiting.length >= waiting + Math.max(0, line.most - line.atWork)) return false
      line.waiting.push({ request, deadline: now + patience })
      return true
    },
    next: () => {
      for (let n = 0; n < lines.length; n++) {
        const at = (turn + n) % lines.length
        const line = lines[at]
        if (line === undefined || !mayBegin(line)) continue
        const first = line.waiting.shift()
        if (first === undefined) continue
        turn = at + 1
        line.atWork++
        return { share: line.share, request: first.request }
      }
      return null
    },
    leave: share => {
      lineOf(share).atWork--
    },
    takeImpatient: now =>
      lines.flatMap(({ share, waiting: line }) => {
        const stays = line.findIndex(({ deadline }) => deadline > now)
        return line.splice(0, stays < 0 ? line.length : stays).map(({ request }) => ({ share, request }))
      }),
    firstDeadline: () =>
      lines.reduce<number | null>((first, { waiting: [next] }) => {
        if (next === undefined) return first
        return first === null ? next.deadline : Math.min(first, next.deadline)
      }, null),
    hasNext: () => lines.some(mayBegin),
  }
}
