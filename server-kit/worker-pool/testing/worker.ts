import { threadId, workerData } from 'node:worker_threads'
import { answerRequests, notify } from '../index.ts'

export type TestRequest =
  | { do: 'echo'; text: string }
  | { do: 'say-thread' }
  | { do: 'say-time-left' }
  | { do: 'say-data' }
  | { do: 'sleep'; ms: number }
  | { do: 'spin' }
  | { do: 'throw' }
  | { do: 'notify'; sentence: string }
  | { do: 'exit' }
  | { do: 'crash' }
  | { do: 'fill-memory' }

function spin(): never {
  for (;;);
}

function fillMemory(): never {
  const held: number[][] = []
  for (;;) held.push(new Array(100_000).fill(held.length))
}

answerRequests(async (request: TestRequest, timeLeft): Promise<unknown> => {
  switch (request.do) {
    case 'echo':
      return request.text
    case 'say-thread':
      return threadId
    case 'say-time-left':
      return timeLeft
    case 'say-data':
      return workerData
    case 'sleep':
      return await new Promise(resolve => setTimeout(resolve, request.ms, 'slept'))
    case 'spin':
      return spin()
    case 'throw':
      throw new Error('not this one')
    case 'notify':
      return notify(request.sentence)
    case 'exit':
      return process.exit(1)
    case 'crash':
      setImmediate(() => {
        throw new Error('the thread fell')
      })
      return await new Promise(() => {})
    case 'fill-memory':
      return fillMemory()
  }
})
