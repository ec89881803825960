export { KnownFacts } from './KnownFacts.tsx'
export { Shape } from './Shape.tsx'
export { ShapeKey } from './ShapeKey.tsx'
export { Strip } from './Strip.tsx'
