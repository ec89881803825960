export { signedEvent } from './deliver.ts'
export { openSandbox, type Sandbox, sandboxFile, type WithSandbox } from './open-sandbox.ts'
export type { StripeObject } from './store.ts'
export { createWorld, type WorldStore } from './world/index.ts'
