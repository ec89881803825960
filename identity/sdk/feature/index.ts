export type { Feature } from './feature.ts'
export type { Removal } from './removal.ts'
