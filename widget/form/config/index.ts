export { type Config, configShape, type Settings, withDefaults } from './config-shape.ts'
