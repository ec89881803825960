export type { Config } from './config.ts'
export { configShape } from './config-shape.ts'
export { type Settings, withDefaults } from './settings.ts'
