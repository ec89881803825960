export type { OutsideId, Pasted } from './pasted.ts'
export { readPasted } from './read-pasted.ts'
