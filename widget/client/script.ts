import { createHeadlessClient as create } from './create-headless-client.ts'
import type { HeadlessClient, HeadlessClientOptions } from './types.ts'

export * from './errors.ts'

/** The provider is where this script came from. */
const source = typeof document === 'undefined' ? null : document.currentScript
const origin = source instanceof HTMLScriptElement && source.src !== '' ? new URL(source.src).origin : undefined

/** A client of one project, for a page that loads this file with a script tag. */
export const createHeadlessClient = (
  publicToken: string,
  options: Partial<HeadlessClientOptions> = {},
): HeadlessClient => create(publicToken, { ...(origin && { baseUrl: origin }), ...options } as HeadlessClientOptions)
