import type { QueuedMessage } from './delivery/index.ts'

/** Every kind of work that is done after a request, with its payload. A feature that enqueues jobs adds its kinds here. */
export type Jobs = {
  sweep: null
  message: QueuedMessage
  /** Stands where a mail would to an address nobody has, so that asking for one takes as long. */
  'no-message': null
}
