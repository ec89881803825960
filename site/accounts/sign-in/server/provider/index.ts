export type { Client } from './ask-provider.ts'
export * from './create-identity-provider.ts'
export type { ProvedSession } from './provider-bodies.ts'
