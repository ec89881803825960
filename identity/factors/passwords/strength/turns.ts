import { refuse } from '../../../platform/refusal/index.ts'

/** Runs work for a sender, and refuses it when too much of the sender's work is running. @throws Refusal `too_many_requests` */
export type Turns = <Result>(sender: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Keeps one sender from filling a queue that everybody waits in: a sender may have `most` pieces of work running or waiting.
 */
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
