import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './routes.ts'

/** Polling interval, in ms. */
const pause = 5

/** Waits until an address answers 200. @throws Error when it has not after `patience` ms */
export const untilReady = async (url: string, patience: number): Promise<void> => {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const status = await send({ method: 'GET', url, headers: {} }).then(
      answer => answer.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(pause)
  }
  throw new Error(`${url} is not ready after ${patience / 1_000} s.`)
}
