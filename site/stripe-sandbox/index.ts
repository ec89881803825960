export { signedEvent } from './deliver.ts'
export { openSandbox, type Sandbox, sandboxFile } from './open-sandbox.ts'
