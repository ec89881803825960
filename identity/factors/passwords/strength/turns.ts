import { refuse } from '../../../platform/refusal/index.ts'

/** Runs work for a sender, and refuses it when too much of the sender's work is running. @throws Refusal `too_many_requests` */
export type Turns = <Result>(sender: string, work: () => Promise<Result>) => Promise<Result>

/** Limits each sender to `most` running or queued tasks, so that one sender cannot fill a shared queue. */
export const createTurns = (most: number): Turns => {
  const underWay = new Map<string, number>()
  return async (sender, work) => {
    const begun = (underWay.get(sender) ?? 0) + 1
    if (begun > most) refuse('too_many_requests', { retryAfter: 1 })
    underWay.set(sender, begun)
    try {
      return await work()
    } finally {
      const left = (underWay.get(sender) ?? 1) - 1
      if (left > 0) underWay.set(sender, left)
      else underWay.delete(sender)
    }
  }
}
