export { createWorld, type World, type WorldStore } from './world.ts'
