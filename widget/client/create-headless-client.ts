import { createClient } from './create-client.ts'
import { createEnvironment } from './environment.ts'
import type { HeadlessClient, HeadlessClientOptions } from './types.ts'

/**
 * Creates a client of a project, identified by its public token. In a browser it maintains the session until `destroy`; in server rendering
 * it is idle until used.
 * @throws UsageError for an invalid option
 */
export const createHeadlessClient = (publicToken: string, options: HeadlessClientOptions): HeadlessClient =>
  createClient(publicToken, options, createEnvironment())
