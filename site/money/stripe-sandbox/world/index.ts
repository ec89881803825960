export type { WorldStore } from './objects.ts'
export { createWorld, type World } from './world.ts'
