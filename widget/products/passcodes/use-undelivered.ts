import { useEffect, useState } from 'react'
import { useWidget } from '../../form/index.ts'

/** When to ask again, in ms, and how much later each time: phone companies say within seconds whether most texts arrived. */
const first = 3_000
const growth = 1.3

/**
 * True once the text that was last sent for a method id is known not to have arrived.
 * @param sending anything that changes with every text; null where none was sent.
 * @param until epoch ms: its code is worth nothing afterwards, and nobody asks any more.
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
