import { createHeadlessClient as create } from './create-headless-client.ts'
import type { HeadlessClient, HeadlessClientOptions } from './types.ts'

export * from './errors.ts'

/** Creates a client for pages that import this file from the provider, whose origin is the default. */
export const createHeadlessClient = (
  publicToken: string,
  options: Partial<HeadlessClientOptions> = {},
): HeadlessClient => create(publicToken, { baseUrl: new URL(import.meta.url).origin, ...options })
