import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Delivery, listDeliveries, replayDelivery } from '../../webhooks/index.ts'
import { ofProject } from './choose-project.ts'
import type { Command } from './command.ts'
import { limitFlag, limitOf } from './limit-of.ts'
import { noteOf } from './operator.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'webhook.replayed': true
  }
}

const deliveryView = (delivery: Delivery) => ({
  delivery_id: delivery.deliveryId,
  type: delivery.type,
  user_id: delivery.userId,
  happened_at: new Date(delivery.happenedAt).toISOString(),
  url: delivery.url,
  state: delivery.state,
  attempts: delivery.attempts,
  answer: delivery.answer,
  attempted_at: new Date(delivery.attemptedAt).toISOString(),
})

/** Commands for webhook deliveries. */
export const webhookCommands: readonly Command[] = [
  ofProject({
    usage: 'webhook list',
    reads: true,
    summary: 'Lists the calls of the last month to --user-events-url, with the answer to each',
    flags: limitFlag,
    run: async ({ db, project, flags }) => {
      const deliveries = (await listDeliveries(db, project.id, { limit: limitOf(flags) })).map(deliveryView)
      const line = (each: (typeof deliveries)[number]) =>
        [each.delivery_id, each.attempted_at, each.type, each.state, each.answer].join('  ')
      return { json: deliveries, text: deliveries.map(line).join('\n') || 'None in the last month.' }
    },
  }),
  ofProject({
    usage: 'webhook replay <DELIVERY>',
    role: 'support',
    summary: 'Calls an application again with something that it was told, under the same id',
    run: async ({ db, project, operator, operands: [id = ''] }) => {
      const isKnown = await runTransaction(db, async tx => {
        if (!(await replayDelivery(tx, project.id, id, Date.now()))) return false
        await noteOf(operator, tx, project, 'webhook.replayed', { details: { delivery_id: id } })
        return true
      })
      if (!isKnown) throw new OperatorError(`There is no call ${id}: \`webhook list\` shows them.`)
      return { json: { replayed: id }, text: 'It is called again.' }
    },
  }),
]
