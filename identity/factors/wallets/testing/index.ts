export { type Manner, openNode } from './node.ts'
