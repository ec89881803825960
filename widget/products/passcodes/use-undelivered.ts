import { useEffect, useState } from 'react'
import { useWidget } from '../../form/index.ts'

/** How often to ask, in ms: phone companies say within seconds what became of most texts. */
const pause = 3_000

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
    const ask = async () => {
      const status = await client.otps.textStatus(methodId)
      if (!here) return
      if (status === 'undelivered') setLost(sending)
      else if (status !== 'delivered' && Date.now() < until) timer = setTimeout(ask, pause)
    }
    void ask()
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [client, methodId, sending, until])

  return sending !== null && lost === sending
}
