import { cpuSpent } from './cpu.ts'
import type { Cost } from './growth.ts'
import { type HttpCall, sendAll, sendWell } from './routes.ts'

type Asked = {
  /** The server’s process. */
  pid: number
  /** Number of stored rows. */
  size: number
  rounds: number
  callsARound: number
}

/** Measures the CPU cost of sequential, distinct requests to a server, after a warm-up of one round. @throws if a request fails */
export const costOfCalls = async (
  { pid, size, rounds, callsARound }: Asked,
  callOf: (n: number) => HttpCall,
): Promise<Cost> => {
  const [cpu, waits]: [number[], number[]] = [[], []]
  const callsOf = (round: number) => Array.from({ length: callsARound }, (_, n) => callOf(round * callsARound + n))
  await sendAll(callsOf(0), 1)
  for (let round = 1; round <= rounds; round++) {
    const inTurn = async () => {
      for (const call of callsOf(round)) {
        const began = performance.now()
        await sendWell(call)
        waits.push(performance.now() - began)
      }
    }
    cpu.push((await cpuSpent(async () => [pid], inTurn)) / callsARound)
  }
  return { size, cpu, waits }
}
