export { checkShape } from './check-shape.ts'
export type { Shape, ShapeOf } from './shape.ts'
