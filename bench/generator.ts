import process from 'node:process'
import type { Order, Outcome } from './generators.ts'
import { closedLoopRate, sendAtRate } from './open-loop.ts'

// Child process: load generator. Executes the order in each message and reports the results.

const carryOut = async (order: Order): Promise<Outcome> => {
  // Between processes a Buffer arrives as a Uint8Array.
  const shots = order.shots.map(shot => ({
    ...shot,
    request: Buffer.from(shot.request),
    expects: Buffer.from(shot.expects),
  }))
  if (order.perSecond === null) return { kind: 'rate', perSecond: await closedLoopRate({ ...order, shots }, order) }
  return { kind: 'volley', volley: await sendAtRate({ ...order, perSecond: order.perSecond, shots }) }
}

process.on('message', (order: Order) => {
  void carryOut(order).then(
    outcome => process.send?.(outcome),
    (error: unknown) => process.send?.({ kind: 'failed', why: String(error) } satisfies Outcome),
  )
})
process.once('disconnect', () => process.exit())
