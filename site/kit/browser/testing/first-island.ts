export { Counter } from './TestIslands.tsx'
