import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Cores, pin } from './cores.ts'
import type { Shot, Target, Volley } from './open-loop.ts'

/** Order for a load generator. If `perSecond` is null, each connection sends its next request as soon as the previous response arrives. */
export type Order = {
  target: Target
  shots: readonly Shot[]
  perSecond: number | null
  seconds: number
  connections: number
  firstNumber: number
}

export type Outcome =
  | { kind: 'rate'; perSecond: number }
  | { kind: 'volley'; volley: Volley }
  | { kind: 'failed'; why: string }

type Load = { target: Target; shots: readonly Shot[]; seconds: number; connections: number }

export type Generators = {
  /** Measures the responses per second when each connection sends its next request as soon as the previous response arrives. */
  capacity: (load: Load) => Promise<number>
  /** Sends so many a second, whether or not answers come. */
  volley: (load: Load & { perSecond: number }) => Promise<Volley>
  close: () => void
}

/** More numbers than one order uses, so that none comes twice. */
const numbersAnOrder = 10_000_000
const script = fileURLToPath(new URL('./generator.ts', import.meta.url))

/**
 * Starts load generators in separate processes pinned to these cores, so that their CPU cost is charged to neither the benchmark process
 * nor the server.
 */
export const openGenerators = async (count: number, cores: Cores | null): Promise<Generators> => {
  const children = Array.from({ length: count }, () => fork(script, { serialization: 'advanced' }))
  for (const { pid } of children) if (cores !== null && pid !== undefined) await pin(pid, cores)
  let orders = 0

  const tell = async (child: ChildProcess, order: Omit<Order, 'firstNumber'>): Promise<Outcome> => {
    child.send({ ...order, firstNumber: ++orders * numbersAnOrder } satisfies Order)
    const [outcome] = (await once(child, 'message')) as [Outcome]
    if (outcome.kind === 'failed') throw new Error(outcome.why)
    return outcome
  }
  /** Each gets its share of the rate and of the connections. */
  const tellAll = (order: Omit<Order, 'firstNumber'>): Promise<Outcome[]> =>
    Promise.all(
      children.map(child =>
        tell(child, {
          ...order,
          perSecond: order.perSecond === null ? null : order.perSecond / count,
          connections: Math.ceil(order.connections / count),
        }),
      ),
    )

  return {
    capacity: async load => {
      const outcomes = await tellAll({ ...load, perSecond: null })
      return outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'rate' ? outcome.perSecond : 0), 0)
    },
    volley: async load => {
      const outcomes = await tellAll(load)
      return mergeVolleys(outcomes.flatMap(outcome => (outcome.kind === 'volley' ? [outcome.volley] : [])))
    },
    close: () => {
      for (const child of children) child.disconnect()
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const mergeVolleys = (volleys: readonly Volley[]): Volley => ({
  answers: volleys.flatMap(({ answers }) => answers),
  errors: sum(volleys.map(({ errors }) => errors)),
  sentPerSecond: sum(volleys.map(({ sentPerSecond }) => sentPerSecond)),
  cleared: Math.max(...volleys.map(({ cleared }) => cleared)),
})
