import type { Turn, WaitingRoom } from './waiting-room.ts'

type Parts<Share, Request> = {
  room: Pick<WaitingRoom<Share, Request>, 'firstDeadline' | 'takeImpatient'>
  refuse: (turn: Turn<Share, Request>) => void
  /** True if the next round of work will process them anyway. */
  isRoundScheduled: () => boolean
  now: () => number
}

/**
 * Rejects requests that have waited too long while no round runs because the concurrency limit is reached. Call the returned function when
 * a request is queued and after each round.
 */
export const createSendAway = <Share, Request>({ room, refuse, isRoundScheduled, now }: Parts<Share, Request>) => {
  let timer: NodeJS.Timeout | undefined
  const sendAway = (): void => {
    const first = isRoundScheduled() || timer !== undefined ? null : room.firstDeadline()
    if (first === null) return
    timer = setTimeout(
      () => {
        timer = undefined
        for (const turn of room.takeImpatient(now())) refuse(turn)
        sendAway()
      },
      Math.max(1, first - now()),
    )
  }
  return sendAway
}
