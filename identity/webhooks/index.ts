export {
  type Delivery,
  type DeliveryState,
  type DeliveryTables,
  deliveryMigrations,
  listDeliveries,
  sweepDeliveries,
} from './delivery-store.ts'
export { replayDelivery } from './replay.ts'
export { sendUserEvents } from './send-user-events.ts'
export { userEventPart } from './user-event-part.ts'
export { webhookProblem } from './webhook-target.ts'
