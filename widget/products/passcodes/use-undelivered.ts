import { useEffect, useState } from 'react'
import { useWidget } from '../../form/index.ts'

/** Polling delay in ms, and its increase: carriers report within seconds whether most texts were delivered. */
const first = 3_000
const growth = 1.3

/**
 * True once the last text of a method ID is known to be undelivered.
 * @param sending changes with every text; null if none was sent
 * @param until epoch ms: end of polling, when its code expires
 */
export const useUndelivered = (methodId: string, sending: number | null, until: number): boolean => {
  const { client } = useWidget()
  const [lost, setLost] = useState<number | null>(null)

  useEffect(() => {
    if (sending === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let here = true
    const ask = async (pause: number) => {
      const status = await client.otps.textStatus(methodId)
      if (!here) return
      if (status === 'undelivered') setLost(sending)
      else if (Date.now() < until) timer = setTimeout(ask, pause, pause * growth)
    }
    void ask(first)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [client, methodId, sending, until])

  return sending !== null && lost === sending
}
