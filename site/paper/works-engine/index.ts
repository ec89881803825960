export { openLookUps, type WorksPlace } from './look-up.ts'
export { openWorks } from './open-works.ts'
