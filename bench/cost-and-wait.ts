import { cpuSpent, type Processes } from './cpu.ts'
import { median, quantile } from './statistics.ts'

/** Runs one operation for one user. Each user's operations run sequentially. */
export type Act = (person: number) => Promise<unknown>
/** CPU of the server each time, in µs, while all people act at once; and how long one waits alone each time, in ms. */
export type CostAndWait = { cpu: number; waits: { median: number; most: number } }

/** Measures the server's CPU cost and the client's latency of an operation. The first round is a warm-up. */
export const costAndWait = async (
  act: Act,
  processes: Processes,
  { people, rounds, times, alone }: { people: number; rounds: number; times: number; alone: number },
): Promise<CostAndWait> => {
  const person = async (n: number) => {
    for (let time = 0; time < times; time++) await act(n)
  }
  const costs: number[] = []
  for (let round = -1; round < rounds; round++) {
    const cpu = await cpuSpent(processes, () => Promise.all(Array.from({ length: people }, (_, n) => person(n))))
    if (round >= 0) costs.push(cpu / (people * times))
  }
  const waits: number[] = []
  for (let n = 0; n < alone; n++) {
    const began = performance.now()
    await act(n % people)
    waits.push(performance.now() - began)
  }
  return { cpu: median(costs), waits: { median: median(waits), most: quantile(waits, 0.95) } }
}

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`
