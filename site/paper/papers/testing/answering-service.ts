import type { OutsideService } from '../../../kit/outside/index.ts'

type Answer = Awaited<ReturnType<OutsideService['get']>>

/** A fake service with one response, and its requested URLs. */
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

export const jsonAnswer = (status: number, body: unknown): Answer => ({
  kind: 'answer',
  status,
  body: JSON.stringify(body),
})
