export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export type { ListenOptions } from './listen.ts'
export { requireNode, runProcess } from './run-process.ts'
