export { callWatch } from './call-watch.ts'
export { takeWish, wishToWatch } from './watch-wish.ts'
