export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export type { ListenOptions } from './listen.ts'
export { requireNode } from './require-node.ts'
export { runProcess } from './run-process.ts'
