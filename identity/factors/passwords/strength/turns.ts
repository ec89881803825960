import { refuse } from '../../../platform/refusal/index.ts'

/** Runs work for a sender, who may have so many under way at once. @throws Refusal `too_many_requests` */
export type Turns = <Result>(sender: string, work: () => Promise<Result>) => Promise<Result>

/** Keeps one sender from filling a line that everybody waits in: who has `most` under way is asked to wait. */
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
