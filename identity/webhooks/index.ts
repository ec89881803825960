export { sendUserEvents } from './send-user-events.ts'
export { userEventPart } from './user-event-part.ts'
