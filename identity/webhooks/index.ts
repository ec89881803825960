export {
  type Delivery,
  type DeliveryState,
  type DeliveryTables,
  deliveryMigrations,
  listDeliveries,
  sweepDeliveries,
} from './delivery-store.ts'
export { sendUserEvents, webhookProblem } from './send-user-events.ts'
export { replayDelivery, userEventPart } from './user-event-part.ts'
