export { openSandbox, type Sandbox, sandboxFile, signedEvent, type WithSandbox } from './open-sandbox.ts'
export type { StripeObject } from './store.ts'
export type { WorldStore } from './world/objects.ts'
export { createWorld } from './world/world.ts'
