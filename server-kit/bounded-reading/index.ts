export { linesOf, type ReadLine } from './lines-of.ts'
export { readTextUpTo } from './read-text-up-to.ts'
