import type { Turn, WaitingRoom } from './waiting-room.ts'

type Parts<Share, Request> = {
  room: Pick<WaitingRoom<Share, Request>, 'firstDeadline' | 'takeImpatient'>
  refuse: (turn: Turn<Share, Request>) => void
  /** Whether a round of work will look for them itself. */
  isRoundScheduled: () => boolean
  now: () => number
}

/**
 * Sends those away who have waited too long while no round of work begins, because all places are taken. Call what it returns
 * whenever somebody begins to wait, and when a round has ended.
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
