/**
 * Every kind of work that is done after a request, with its payload. A folder that enqueues jobs adds its kinds:
 *
 *     declare module '../platform/jobs/index.ts' {
 *       interface JobKinds { message: QueuedMessage }
 *     }
 */
export interface JobKinds {
  sweep: null
}

/** The same as the outbox wants it. */
export type Jobs = Pick<JobKinds, keyof JobKinds>
