import { createClient } from './create-client.ts'
import { createEnvironment } from './environment.ts'
import type { HeadlessClient, HeadlessClientOptions } from './types.ts'

/**
 * A client of one project, named by its public token. In a browser it looks after the session from now on, until `destroy`;
 * on a server that renders pages it does nothing before it is asked to.
 * @throws UsageError when an option cannot be right.
 */
export const createHeadlessClient = (publicToken: string, options: HeadlessClientOptions): HeadlessClient =>
  createClient(publicToken, options, createEnvironment())
