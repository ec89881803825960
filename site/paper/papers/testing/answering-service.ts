import type { OutsideService } from '../../../kit/outside/index.ts'

type Answer = Awaited<ReturnType<OutsideService['get']>>

/** A service that gives one answer to every look-up, and the addresses it was asked for. */
export const answeringService = (answer: Answer): { service: OutsideService; asked: URL[] } => {
  const asked: URL[] = []
  const service: OutsideService = {
    get: async url => {
      asked.push(url)
      return answer
    },
    send: async () => ({ kind: 'unavailable', reason: 'It is only asked for papers.' }),
    isReachable: () => true,
  }
  return { service, asked }
}

/** What is answered to a look-up: a status and JSON. */
export const jsonAnswer = (status: number, body: unknown): Answer => ({
  kind: 'answer',
  status,
  body: JSON.stringify(body),
})
